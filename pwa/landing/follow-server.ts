import type { CurrentUser } from '#contract/auth.ts';
import { endedSession } from '#pwa/lib/storage/ended-session.ts';

/**
 * How long a page stands before it makes a database, in ms: whoever has just signed in often goes on at
 * once, and WebKit may keep a database closed that a page was making when it was left (frozen-page.ts).
 */
const SETTLED = 1_500;

/**
 * Sends the outbox and refreshes the mirror while a signed-in user has the public page open, on which
 * every sign-in ends, until another tab signs out. Visitors download none of this code. Resolves to a
 * function that stops it for good: a late write after a sign-out must not bring the database back.
 *
 * @param onUser called with this device's user after a sign-in or sign-out in another tab
 */
export async function followServer(
  user: CurrentUser,
  onUser: (user: CurrentUser | null) => void,
): Promise<() => void> {
  const [{ hasMirror, Mirror }, { startSync }, { onIdentityChange, storedIdentity }] =
    await Promise.all([
      import('#pwa/local/database/mirror.ts'),
      import('#pwa/sync/engine.ts'),
      import('#pwa/session/stored-identity.ts'),
    ]);
  let leave = () => {};
  const timer = setTimeout(
    () => {
      const mirror = new Mirror(user.id);
      const engine = startSync(mirror, user);
      leave = () => {
        engine.stop();
        mirror.close();
      };
    },
    (await hasMirror(user.id)) ? 0 : SETTLED,
  );
  const stopListening = onIdentityChange(() => {
    const now = storedIdentity();
    if (now?.id !== user.id) stop();
    onUser(now);
  });
  const stopEnd = endedSession.subscribe(() => {
    finishDeparture(() => {
      stop();
      onUser(null);
    }).catch(console.error);
  });
  return stop;

  function stop(): void {
    stopListening();
    stopEnd();
    clearTimeout(timer);
    leave();
  }
}

/**
 * Finishes a sign-out that was made on this device, or follows one that was made elsewhere: the wipe, and
 * the end of the server's session.
 *
 * @param onSignedOut called if no user is signed in then
 */
export async function finishDeparture(onSignedOut?: () => void): Promise<void> {
  const { createSession } = await import('#pwa/session/session.ts');
  const session = createSession();
  session.state.subscribe(({ user, loading }) => {
    if (!user && !loading) onSignedOut?.();
  });
  session.start();
}
