import { create } from 'zustand';
import { isInIosBrowser } from '#pwa/lib/is-in-ios-browser.ts';
import { readText, writeText } from '#pwa/lib/storage/web-storage.ts';

const VISITS = 'install-visits';
const COUNTED = 'install-visit-counted';
const ANSWER = 'install-answer';

/** Chromium's event, which TypeScript's library lacks. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

interface InstallOffer {
  /** How this browser installs an app: by its own prompt, by hand as on iOS, or not at all. */
  way: 'prompt' | 'by-hand' | 'none';
  /** Visits of the back office on this device, this one included. */
  visits: number;
  /** The person pressed "Not now": the app never offers again. */
  declined: boolean;
}

export const useInstallOffer = create<InstallOffer>(() => ({
  way: 'none',
  visits: 0,
  declined: false,
}));

let asking: InstallPromptEvent | undefined;

/** Keeps the browser's install prompt, which may come before any screen. */
export function watchInstallation(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    asking = event as InstallPromptEvent;
    useInstallOffer.setState({ way: 'prompt' });
  });
  addEventListener('appinstalled', () => useInstallOffer.setState({ way: 'none' }));
  if (isInIosBrowser()) useInstallOffer.setState({ way: 'by-hand' });
}

/** Counts a visit of the back office: one for each tab. Storage that is off counts none. */
export function countVisit(): void {
  const counted = readText('tab', COUNTED) !== null;
  const visits = Number(readText('device', VISITS) ?? 0) + (counted ? 0 : 1);
  const isStored = writeText('device', VISITS, String(visits)) && writeText('tab', COUNTED, 'yes');
  const declined = !isStored || readText('device', ANSWER) !== null;
  useInstallOffer.setState(isStored ? { visits, declined } : { declined });
}

/** Shows the browser's prompt. It can be shown once, whatever the answer. */
export async function install(): Promise<void> {
  const event = asking;
  asking = undefined;
  useInstallOffer.setState({ way: 'none' });
  await event?.prompt();
  if ((await event?.userChoice)?.outcome === 'dismissed') decline();
}

/** Never offers again; the browser's own menu still installs the app. */
export function decline(): void {
  useInstallOffer.setState({ declined: true });
  writeText('device', ANSWER, 'not-now');
}
