import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { expiry } from '#pwa/lib/time/expiry.ts';
import { createSession, type Session, type SessionState } from './session.ts';

/** The session as the screens see it. */
export interface Auth extends SessionState, Omit<Session, 'state' | 'start'> {
  /** The server requires a new sign-in for this user's calls; the app stays readable. */
  expired: boolean;
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
  const state = useStore(session.state);
  const expired = useStore(expiry, (now) => now.expired);
  const { signIn, signInBy, signOut } = session;
  return { ...state, expired, signIn, signInBy, signOut };
}
