import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { readValue, writeValue } from '#pwa/lib/storage/web-storage.ts';
import { IDENTITY_KEY } from '#pwa/session/user-here.ts';

/** The id of the user for whom something was due when the app was last open. */
const DUE_KEY = 'agency-due';

/** Remembers whether something is due, for the next launch of the installed app. */
export function rememberDue(userId: number, isDue: boolean): void {
  writeValue('device', DUE_KEY, isDue ? userId : null);
}

/** An installed app that is launched opens at Today if something was due when it was last open. */
export function openWhereDue(): void {
  const isLaunch =
    history.length === 1 && location.pathname + location.search === APP_PATHS.dashboard;
  const isInstalled = matchMedia('(display-mode: standalone)').matches;
  const userId = readValue<number>('device', DUE_KEY);
  if (!isLaunch || !isInstalled || userId === null) return;
  if (readValue<{ id: number }>('device', IDENTITY_KEY)?.id === userId)
    history.replaceState(null, '', APP_PATHS.today);
}
