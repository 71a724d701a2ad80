import type { CurrentUser } from '#contract/auth.ts';
import { sharesOf } from '#pwa/visitor/shares.ts';
import { unsentChangesOf } from './leave-device.ts';
import { createSession } from './session.ts';

/** The hash that opens the dialog about unsent changes. */
export const ASK_BEFORE_LEAVING = '#log-out';

/**
 * Signs out from a public page after wiping this device's copy. With unsent changes, or something shared that is not
 * used yet, it navigates to the page that asks about them.
 */
export async function leavePublicPage(user: CurrentUser): Promise<void> {
  const [unsent, shares] = await Promise.all([unsentChangesOf(user.id), sharesOf(user.id)]);
  if (shares.length > 0 || (unsent !== null && unsent > 0)) {
    location.assign(`/more${ASK_BEFORE_LEAVING}`);
    return;
  }
  const session = createSession();
  session.state.setState({ user });
  // Changes that cannot be counted may be there.
  await session.signOut(unsent === null ? 'keep' : 'discard');
}
