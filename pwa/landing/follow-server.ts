import type { CurrentUser } from '#contract/auth.ts';

/**
 * Sends what waits on this device and brings the mirror up to date while a signed-in user looks at
 * the public page, where every sign-in ends. Nobody else downloads any of it.
 */
export async function followServer(user: CurrentUser): Promise<void> {
  const [{ Mirror }, { startSync }] = await Promise.all([
    import('#pwa/local/mirror.ts'),
    import('#pwa/sync/engine.ts'),
  ]);
  startSync(new Mirror(user.id), user);
}
