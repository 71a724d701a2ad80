import type { CurrentUser } from '#contract/auth.ts';
import { Mirror } from '#pwa/local/mirror.ts';
import { createSession } from './session.ts';

/** The hash that opens the dialog about unsent changes. */
export const ASK_BEFORE_LEAVING = '#log-out';

/**
 * Signs out from a public page after wiping this device's copy. With unsent changes it navigates to the
 * page that asks about them.
 */
export async function leavePublicPage(user: CurrentUser): Promise<void> {
  if ((await unsentOf(user.id)) > 0) {
    location.assign(`/more${ASK_BEFORE_LEAVING}`);
    return;
  }
  const session = createSession();
  session.state.setState({ user });
  await session.signOut('discard');
}

/** The number of a user's outbox entries; 0 if the storage cannot be read. */
async function unsentOf(userId: number): Promise<number> {
  const mirror = new Mirror(userId);
  try {
    return await mirror.outbox.count();
  } catch (error) {
    console.error(error);
    return 0;
  } finally {
    mirror.close();
  }
}
