import { create } from 'zustand';

/** The shortest time between two checks for a new version, in ms. */
const ASK_AFTER = 60 * 60_000;

/** True if a new version is installed and the person has not accepted it yet. */
export const useUpdate = create<{ ready: boolean }>(() => ({ ready: false }));

let agree: (() => void) | undefined;

/**
 * Registers the service worker once the page is idle, and checks for a new version when the app
 * becomes visible again after an hour. Not in development.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const start = () => void register().catch(console.error);
  if (document.readyState === 'complete') start();
  else addEventListener('load', start, { once: true });
}

/** Activates the new version; the page reloads as soon as the new worker controls it. */
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
