import { create } from 'zustand';

/** How long a version that is being used is not asked about again, in milliseconds. */
const ASK_AFTER = 60 * 60_000;

/** A new version is installed and waits until the person agrees. */
export const useUpdate = create<{ ready: boolean }>(() => ({ ready: false }));

let agree: (() => void) | undefined;

/**
 * Registers the service worker once the page is at rest, and asks about a new version when the app is
 * looked at again after an hour. In development there is none.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const start = () => void register().catch(console.error);
  if (document.readyState === 'complete') start();
  else addEventListener('load', start, { once: true });
}

/** Changes to the new version: the page is loaded anew as soon as it is in charge. */
export function applyUpdate(): void {
  agree?.();
}

async function register(): Promise<void> {
  const { Workbox } = await import('workbox-window');
  const worker = new Workbox('/sw.js');
  worker.addEventListener('waiting', () => useUpdate.setState({ ready: true }));
  agree = () => {
    worker.addEventListener('controlling', () => location.reload());
    worker.messageSkipWaiting();
  };
  await worker.register({ immediate: true });

  let askedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' || Date.now() - askedAt < ASK_AFTER) return;
    askedAt = Date.now();
    worker.update().catch(console.error);
  });
}
