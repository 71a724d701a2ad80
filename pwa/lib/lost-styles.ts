import { within } from './time/within.ts';

/** How long a part waits for lost stylesheets of other parts, which it may share, in ms. */
const SHARED = 1_000;

/** A stylesheet that failed to load. */
interface LostStyle {
  /** The parts that were loading then. */
  parts: ReadonlySet<unknown>;
  /** The request in flight that replaces it. */
  again: Promise<void> | null;
}

const lostStyles = new Map<HTMLLinkElement, LostStyle>();
const loading = new Set<unknown>();

/**
 * Loads a part with its stylesheets. What failed to load before is requested once more; rejects if a stylesheet of
 * this part fails again. Without it a lazy part would appear unstyled: Vite requests a stylesheet once and then treats
 * it as loaded.
 */
export async function withStyles<T>(load: () => Promise<T>): Promise<T> {
  const requests = [...lostStyles].map(([link, style]) => {
    const again = style.again ?? fetchAgain(link, style);
    return style.parts.has(load) ? again : within(SHARED, again).catch(() => undefined);
  });
  await Promise.all(requests);
  loading.add(load);
  try {
    return await load();
  } finally {
    loading.delete(load);
  }
}

function fetchAgain(lost: HTMLLinkElement, { parts }: LostStyle): Promise<void> {
  const sheet = document.createElement('link');
  sheet.rel = 'stylesheet';
  sheet.href = lost.href;
  const again = new Promise<void>((resolve, reject) => {
    sheet.addEventListener('load', () => resolve());
    sheet.addEventListener('error', () => {
      lostStyles.set(sheet, { parts, again: null });
      reject(new Error(`${sheet.href} did not come.`));
    });
  }).finally(() => lostStyles.delete(lost));
  // Some callers wait only a while.
  again.catch(() => undefined);
  lostStyles.set(lost, { parts, again });
  lost.replaceWith(sheet);
  return again;
}

if (typeof document !== 'undefined') {
  const keep = ({ target }: Event): void => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') {
      lostStyles.set(target, { parts: new Set(loading), again: null });
    }
  };
  document.addEventListener('error', keep, { capture: true });
}
