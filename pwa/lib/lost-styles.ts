/** Stylesheets that failed to load, and the request in flight that replaces one. */
const lostStyles = new Map<HTMLLinkElement, Promise<void> | null>();

/**
 * Loads a part with its stylesheets. What failed to load before, for any part, is requested once more, and must come:
 * parts share stylesheets. Without it a lazy part would appear unstyled: Vite requests a stylesheet once and then
 * treats it as loaded.
 */
export async function withStyles<T>(load: () => Promise<T>): Promise<T> {
  await Promise.all([...lostStyles].map(([link, again]) => again ?? fetchAgain(link)));
  return load();
}

function fetchAgain(lost: HTMLLinkElement): Promise<void> {
  const sheet = document.createElement('link');
  sheet.rel = 'stylesheet';
  sheet.href = lost.href;
  const again = new Promise<void>((resolve, reject) => {
    sheet.addEventListener('load', () => resolve());
    sheet.addEventListener('error', () => {
      lostStyles.set(sheet, null);
      reject(new Error(`${sheet.href} did not come.`));
    });
  }).finally(() => lostStyles.delete(lost));
  lostStyles.set(lost, again);
  lost.replaceWith(sheet);
  return again;
}

if (typeof document !== 'undefined') {
  const keep = ({ target }: Event): void => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') {
      lostStyles.set(target, null);
    }
  };
  document.addEventListener('error', keep, { capture: true });
}
