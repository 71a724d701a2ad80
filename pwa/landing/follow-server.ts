import type { CurrentUser } from '#contract/auth.ts';

/**
 * Sends the outbox and refreshes the mirror while a signed-in user has the public page open, on which
 * every sign-in ends. Visitors download none of this code.
 */
export async function followServer(user: CurrentUser): Promise<void> {
  const [{ Mirror }, { startSync }] = await Promise.all([
    import('#pwa/local/mirror.ts'),
    import('#pwa/sync/engine.ts'),
  ]);
  startSync(new Mirror(user.id), user);
}
