import type { CurrentUser } from '#contract/auth.ts';
import { within } from '#pwa/lib/within.ts';
import { Mirror } from '#pwa/local/mirror.ts';
import { createSession } from './session.ts';

/** The hash that opens the dialog about unsent changes. */
export const ASK_BEFORE_LEAVING = '#log-out';

/**
 * Signs out from a public page after wiping this device's copy. With unsent changes it navigates to the
 * page that asks about them.
 */
export async function leavePublicPage(user: CurrentUser): Promise<void> {
  const unsent = await unsentOf(user.id);
  if (unsent !== null && unsent > 0) {
    location.assign(`/more${ASK_BEFORE_LEAVING}`);
    return;
  }
  const session = createSession();
  session.state.setState({ user });
  // Changes that cannot be counted may be there.
  await session.signOut(unsent === null ? 'keep' : 'discard');
}

/** How long the count may take, in ms. */
const PATIENCE = 3_000;

/** The number of a user's outbox entries; null if the storage cannot be read within 3 s. */
async function unsentOf(userId: number): Promise<number | null> {
  const mirror = new Mirror(userId);
  try {
    return await within(PATIENCE, mirror.outbox.count());
  } catch (error) {
    console.error(error);
    return null;
  } finally {
    mirror.close();
  }
}
