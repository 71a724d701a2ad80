import type { SyncStatus } from '#pwa/sync/status-store.ts';

/** What the line depends on. */
export type SyncState = Omit<SyncStatus, 'loss'>;

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
