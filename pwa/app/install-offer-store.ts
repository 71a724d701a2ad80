import { create } from 'zustand';

const VISITS = 'install-visits';
const COUNTED = 'install-visit-counted';
const ANSWER = 'install-answer';

/** Chromium's event, which TypeScript's library lacks. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

interface InstallOffer {
  /** How this browser installs an app: by its own question, by hand as on iOS, or not at all. */
  way: 'prompt' | 'by-hand' | 'none';
  /** Visits of the back office on this device, this one included. */
  visits: number;
  /** The person said "not now", which is for ever. */
  declined: boolean;
}

export const useInstallOffer = create<InstallOffer>(() => ({
  way: 'none',
  visits: 0,
  declined: false,
}));

let asking: InstallPromptEvent | undefined;

/** Watches for the moment when the browser can install the app, which may come before any screen. */
export function watchInstallation(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    asking = event as InstallPromptEvent;
    useInstallOffer.setState({ way: 'prompt' });
  });
  addEventListener('appinstalled', () => useInstallOffer.setState({ way: 'none' }));
  if (isOnIos()) useInstallOffer.setState({ way: 'by-hand' });
}

/** Counts a visit of the back office: one for each tab. Storage that is off counts none. */
export function countVisit(): void {
  try {
    const counted = sessionStorage.getItem(COUNTED) !== null;
    const visits = Number(localStorage.getItem(VISITS) ?? 0) + (counted ? 0 : 1);
    localStorage.setItem(VISITS, String(visits));
    sessionStorage.setItem(COUNTED, 'yes');
    const declined = localStorage.getItem(ANSWER) !== null;
    useInstallOffer.setState({ visits, declined });
  } catch {
    useInstallOffer.setState({ declined: true });
  }
}

/** Lets the browser ask. Whatever the answer is, the event is used up. */
export async function install(): Promise<void> {
  const event = asking;
  asking = undefined;
  useInstallOffer.setState({ way: 'none' });
  await event?.prompt();
  if ((await event?.userChoice)?.outcome === 'dismissed') decline();
}

/** "Not now" is for ever: the way to install stays in the browser's own menu. */
export function decline(): void {
  useInstallOffer.setState({ declined: true });
  try {
    localStorage.setItem(ANSWER, 'not-now');
  } catch {
    // It holds until the page is closed.
  }
}

/** Only Safari on iOS has the property; it is false while the page is in the browser. */
function isOnIos(): boolean {
  return 'standalone' in navigator && navigator.standalone === false;
}
