import type { CurrentUser } from '#contract/auth.ts';
import { Mirror } from '#pwa/local/mirror.ts';
import { createSession } from './session.ts';

/** Where a sign-out asks what is to become of changes that were never sent. */
export const ASK_BEFORE_LEAVING = '#log-out';

/**
 * Signs out from a public page: this device's copy is wiped first. With changes that
 * were never sent it leads to the page that lists them and asks.
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

/** How many changes of a user wait on this device; 0 when its storage cannot be read. */
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
