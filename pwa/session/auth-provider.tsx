import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Credentials, CurrentUser } from '#contract/auth.ts';
import { expiry } from '#pwa/lib/expiry.ts';
import { createSession, type HowToLeave, type Session } from './session.ts';

/** Who is signed in, for the screens. */
export interface Auth {
  user: CurrentUser | null;
  /** Nobody knows yet: show a spinner, decide nothing. At most 3 s. */
  loading: boolean;
  /** The user is who this device remembers; the server could not be asked. */
  offline: boolean;
  /** The user is who this device remembers, and the server is still being asked: deny nothing yet. */
  standIn: boolean;
  /** The server wants a new sign-in before it takes this user's calls; the app stays readable. */
  expired: boolean;
  /** Throws an Error with the server's words, or 'Login failed'; its cause is the ApiError. */
  signIn: (credentials: Credentials) => Promise<CurrentUser>;
  /**
   * Wipes this device's copy and leaves by a browser navigation to /api/logout, or, when cut off, to
   * the landing page; the server's session then ends at the next contact. 'send-first' throws
   * StillUnsent, and changes nothing, when changes are left after 15 s.
   */
  signOut: (how: HowToLeave) => Promise<void>;
}

const SessionContext = createContext<Session | null>(null);

/** Asks who is signed in when it is mounted, once, and gives the answer to useAuth. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const [session] = useState(createSession);
  useEffect(() => session.start(), [session]);
  return <SessionContext.Provider value={session}>{children}</SessionContext.Provider>;
}

/** Who is signed in. Throws outside an AuthProvider. */
export function useAuth(): Auth {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useAuth must be used within an AuthProvider');
  const { user, loading, offline, standIn } = useStore(session.state);
  const expired = useStore(expiry, (now) => now.expired);
  const { signIn, signOut } = session;
  return { user, loading, offline, standIn, expired, signIn, signOut };
}
