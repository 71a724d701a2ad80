import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { readValue, writeValue } from '#pwa/lib/storage/web-storage.ts';
import { IDENTITY_KEY } from '#pwa/session/user-here.ts';

/** What was due when the app was last open, and for whom. */
const DUE_KEY = 'agency-due';

export interface Due {
  userId: number;
  count: number;
}

/** Remembers how much is due, for the next start. */
export function rememberDue(due: Due): void {
  writeValue('device', DUE_KEY, due.count > 0 ? due : null);
}

/** How much was due for this user when the app was last open. */
export function rememberedDue(userId: number): number {
  const due = readValue<Due>('device', DUE_KEY);
  return due?.userId === userId ? due.count : 0;
}

/** An installed app that is launched opens at Today if something was due when it was last open. */
export function openWhereDue(): void {
  const isLaunch =
    history.length === 1 && location.pathname + location.search === APP_PATHS.dashboard;
  const isInstalled = matchMedia('(display-mode: standalone)').matches;
  const user = readValue<{ id: number }>('device', IDENTITY_KEY);
  if (isLaunch && isInstalled && user && rememberedDue(user.id) > 0)
    history.replaceState(null, '', APP_PATHS.today);
}
