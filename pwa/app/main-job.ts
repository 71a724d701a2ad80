import { within } from '#pwa/lib/time/within.ts';

/** The longest time that the first rows wait for these parts, in ms. */
const TIMEOUT = 3_000;

/**
 * Fetches the record, its status sheet, the waiting changes and the toasts, on a device that gets its first rows: a row
 * that can be pressed should open without a signal. Never throws.
 */
export async function fetchMainJob(): Promise<void> {
  const parts = [
    import('./pages/application-page.tsx'),
    import('#pwa/features/applications/status/status-sheet.tsx'),
    import('./pages/sync-page.tsx'),
    import('#pwa/ui/toasts/toaster.tsx'),
  ];
  await within(TIMEOUT, Promise.allSettled(parts)).catch(() => undefined);
}
