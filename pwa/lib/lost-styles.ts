/**
 * Requests the stylesheets that failed to load once more, and waits for those that another caller has
 * requested. Rejects if one fails again. Without it a lazy part would appear unstyled: Vite requests a
 * stylesheet once and then treats it as loaded.
 */
export async function fetchLostStyles(): Promise<void> {
  await Promise.all([...lostStyles].map(([lost, again]) => again ?? fetchAgain(lost)));
}

function fetchAgain(lost: HTMLLinkElement): Promise<void> {
  const sheet = document.createElement('link');
  sheet.rel = 'stylesheet';
  sheet.href = lost.href;
  const again = new Promise<void>((resolve, reject) => {
    sheet.addEventListener('load', () => resolve());
    sheet.addEventListener('error', () => reject(new Error(`${sheet.href} did not come.`)));
  }).finally(() => lostStyles.delete(lost));
  lostStyles.set(lost, again);
  lost.replaceWith(sheet);
  return again;
}

/** The links of stylesheets that failed to load, with the request in flight that replaces them. */
const lostStyles = new Map<HTMLLinkElement, Promise<void> | null>();

if (typeof document !== 'undefined') {
  const keep = ({ target }: Event): void => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') {
      lostStyles.set(target, null);
    }
  };
  document.addEventListener('error', keep, { capture: true });
}
