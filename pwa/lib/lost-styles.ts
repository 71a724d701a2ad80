/**
 * Requests the stylesheets that failed to load once more. Rejects if one fails again. Without it a lazy
 * part would appear unstyled: Vite requests a stylesheet once and then treats it as loaded.
 */
export async function fetchLostStyles(): Promise<void> {
  await Promise.all([...lostStyles].map(fetchAgain));
}

function fetchAgain(lost: HTMLLinkElement): Promise<void> {
  lostStyles.delete(lost);
  const sheet = document.createElement('link');
  sheet.rel = 'stylesheet';
  sheet.href = lost.href;
  return new Promise((resolve, reject) => {
    sheet.addEventListener('load', () => resolve());
    sheet.addEventListener('error', () => reject(new Error(`${sheet.href} did not come.`)));
    lost.replaceWith(sheet);
  });
}

/** The links of stylesheets that failed to load. */
const lostStyles = new Set<HTMLLinkElement>();

if (typeof document !== 'undefined') {
  const keep = ({ target }: Event): void => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lostStyles.add(target);
  };
  document.addEventListener('error', keep, { capture: true });
}
