/** The state of the connection and of the queued changes, as the status store tells it. */
export interface SyncState {
  isOffline: boolean;
  /** A drain under way: the entry that is being sent, counted from 1, and how many there are. */
  sending: { at: number; of: number } | null;
  /** How many changes were accepted so far. */
  sent: number;
  waiting: number;
  refused: number;
  conflicts: number;
  /** The session has ended; what waits is held until this user signs in again (W-13). */
  signedOut: boolean;
}

/** What the one line under the top bar says; `to` is where something can be done about it. */
export interface SyncMessage {
  key:
    | 'sync.offline'
    | 'sync.offlineWaiting'
    | 'sync.sending'
    | 'sync.signIn'
    | 'sync.signInPlain'
    | 'sync.refused'
    | 'sync.conflicts'
    | 'sync.waiting';
  values: Record<string, number>;
  tone: 'calm' | 'busy' | 'act';
  to: '/sync' | '/auth' | null;
}

/**
 * Chooses the one thing that is worth a line (W-20): what only the person can mend comes before
 * what mends itself, and when everything is in sync there is nothing to say.
 */
export function syncMessage(state: SyncState): SyncMessage | null {
  const { isOffline, sending, waiting, refused, conflicts, signedOut } = state;
  if (signedOut) {
    return waiting > 0
      ? { key: 'sync.signIn', values: { count: waiting }, tone: 'act', to: '/auth' }
      : { key: 'sync.signInPlain', values: {}, tone: 'act', to: '/auth' };
  }
  if (isOffline) {
    return waiting > 0
      ? { key: 'sync.offlineWaiting', values: { count: waiting }, tone: 'calm', to: '/sync' }
      : { key: 'sync.offline', values: {}, tone: 'calm', to: null };
  }
  if (sending) return { key: 'sync.sending', values: { ...sending }, tone: 'busy', to: '/sync' };
  if (refused > 0) {
    return { key: 'sync.refused', values: { count: refused }, tone: 'act', to: '/sync' };
  }
  if (conflicts > 0) {
    return { key: 'sync.conflicts', values: { count: conflicts }, tone: 'act', to: '/sync' };
  }
  if (waiting > 0) {
    return { key: 'sync.waiting', values: { count: waiting }, tone: 'busy', to: '/sync' };
  }
  return null;
}
