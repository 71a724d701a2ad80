import type { Area } from '#contract/access.ts';
import type { CurrentUser } from '#contract/auth.ts';

/** What a guarded route requires. */
export interface GuardFlags {
  /** True requires access to `area`, false only a signed-in user; true by default. */
  requireAdmin?: boolean | undefined;
  /** The area that the route belongs to; 'admin' by default. */
  area?: Area | undefined;
}

/** The session as the guard sees it. */
export interface Visitor {
  user: Pick<CurrentUser, 'role' | 'areas' | 'mustChangePassword' | 'mustSetUpPasskey'> | null;
  /** It is not known yet whether anybody is signed in. */
  loading: boolean;
  /** The user comes from this device; the server may answer with other areas. */
  standIn?: boolean;
}

/**
 * `wait` shows a spinner, `sign-in` leads to /auth, `new-password` to /auth/new-password, `set-up-passkey` to
 * /auth/passkey, `deny` to / with a message.
 */
export type Entry = 'wait' | 'sign-in' | 'new-password' | 'set-up-passkey' | 'deny' | 'enter';

/**
 * Decides whether a visitor may see a guarded route. The server decides the areas and checks every
 * call again. Before the server has answered no user is denied: it may have approved the account
 * since this device stored the user.
 */
export function decideEntry(
  { user, loading, standIn = false }: Visitor,
  { requireAdmin = true, area = 'admin' }: GuardFlags = {},
): Entry {
  if (loading) return 'wait';
  if (!user) return 'sign-in';
  if (user.mustChangePassword) return standIn ? 'wait' : 'new-password';
  if (user.mustSetUpPasskey) return standIn ? 'wait' : 'set-up-passkey';
  if (!requireAdmin || user.areas.includes(area)) return 'enter';
  return standIn ? 'wait' : 'deny';
}
