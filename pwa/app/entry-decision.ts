import type { Area } from '#contract/access.ts';
import type { CurrentUser } from '#contract/auth.ts';

/** What a guarded route asks of whoever opens it. */
export interface GuardFlags {
  /** Only for those who may enter `area`; true unless told. */
  requireAdmin?: boolean | undefined;
  /** The part of the product that the route belongs to. */
  area?: Area | undefined;
}

/** The session as the guard sees it. */
export interface Visitor {
  user: Pick<CurrentUser, 'role' | 'areas'> | null;
  /** The question who is signed in has no answer yet. */
  loading: boolean;
  /** The user is remembered by this device; what the server will say of the areas may differ. */
  standIn?: boolean;
}

/** `wait` shows a spinner, `sign-in` leads to /auth, `deny` leads to / with a message. */
export type Entry = 'wait' | 'sign-in' | 'deny' | 'enter';

/**
 * Decides who may see a guarded route (§2, R-12 to R-16). The areas come from the server, which
 * knows what the owner opened to agents, and asks the same question of every call. Nobody is
 * denied by what this device remembers while the server, which may have approved the account since,
 * has not answered.
 */
export function decideEntry(
  { user, loading, standIn = false }: Visitor,
  { requireAdmin = true, area = 'admin' }: GuardFlags = {},
): Entry {
  if (loading) return 'wait';
  if (!user) return 'sign-in';
  if (!requireAdmin || user.areas.includes(area)) return 'enter';
  return standIn ? 'wait' : 'deny';
}
