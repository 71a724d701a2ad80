import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { expiry } from '#pwa/lib/expiry.ts';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';
import type { Loss } from '#pwa/local/unsent-note.ts';

/** What the one line under the top bar tells (screens.md). */
export interface SyncStatus {
  /** How the last request ended; see lib/connection.ts. */
  isOffline: boolean;
  /** While this tab sends: the change that is on its way, counted from 1, and how many there are. */
  sending: { at: number; of: number } | null;
  /** How many changes the server has accepted from this tab since it began to follow. */
  sent: number;
  /** Changes that are kept on this phone and not yet accepted, without the refused ones. */
  waiting: number;
  refused: number;
  /** Applications whose status somebody else had changed meanwhile. */
  conflicts: number;
  /** Changes that went with a storage which the browser has cleared; null where nothing is to be told. */
  loss: Loss | null;
  /** The server asks for a sign-in before it takes the changes of this user (W-13). */
  signedOut: boolean;
}

const IDLE = { sending: null, sent: 0, waiting: 0, refused: 0, conflicts: 0, loss: null };

/** What the engine tells. */
export const syncStatus = createStore<Omit<SyncStatus, 'isOffline' | 'signedOut'>>(() => IDLE);

/** Forgets what the engine of another user told. */
export function resetStatus(): void {
  syncStatus.setState(IDLE);
}

/** The state of the synchronisation, for the screens. */
export function useSyncStatus(): SyncStatus {
  const state = useStore(syncStatus);
  const isOffline = useIsOffline();
  const signedOut = useStore(expiry, ({ expired }) => expired);
  return { ...state, isOffline, signedOut };
}
