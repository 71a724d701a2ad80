/** What holds back the answers of a route until a journey lets them through. */
interface Gate {
  opened: Promise<void>;
  open: () => void;
}

export function gate(): Gate {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
