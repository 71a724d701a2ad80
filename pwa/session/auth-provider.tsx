import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Credentials, CurrentUser } from '#contract/auth.ts';
import { expiry } from '#pwa/lib/time/expiry.ts';
import { createSession, type HowToLeave, type Session } from './session.ts';

/** The session as the screens see it. */
export interface Auth {
  user: CurrentUser | null;
  /** Not known yet whether anybody is signed in: show a spinner. At most 3 s. */
  loading: boolean;
  /** The user comes from this device; the server could not be reached. */
  offline: boolean;
  /** The user comes from this device, the server's answer is pending: deny nothing yet. */
  standIn: boolean;
  /** The server requires a new sign-in for this user's calls; the app stays readable. */
  expired: boolean;
  /** Throws an Error with the server's message, or 'Login failed'; its cause is the ApiError. */
  signIn: (credentials: Credentials) => Promise<CurrentUser>;
  /** Signs in by a passkey or a recovery code: `enter` makes the call. Throws as signIn does. */
  signInBy: (enter: () => Promise<CurrentUser>) => Promise<CurrentUser>;
  /**
   * Wipes this device's copy and navigates to /api/logout. Offline it navigates to the landing page,
   * and the server's session ends at the next contact. 'send-first' throws StillUnsent, without
   * wiping anything, if changes are left after 15 s. If the copy cannot be wiped it navigates to /auth,
   * which tries again and says so.
   */
  signOut: (how: HowToLeave) => Promise<void>;
}

const SessionContext = createContext<Session | null>(null);

/** Requests the signed-in user once, on mount, and provides it to useAuth. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const [session] = useState(createSession);
  useEffect(() => session.start(), [session]);
  return <SessionContext.Provider value={session}>{children}</SessionContext.Provider>;
}

/** The session. Throws outside an AuthProvider. */
export function useAuth(): Auth {
  const session = useContext(SessionContext);
  if (!session) throw new Error('There is no AuthProvider.');
  const { user, loading, offline, standIn } = useStore(session.state);
  const expired = useStore(expiry, (now) => now.expired);
  const { signIn, signInBy, signOut } = session;
  return { user, loading, offline, standIn, expired, signIn, signInBy, signOut };
}
