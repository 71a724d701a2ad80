import { APP_PATHS } from '#contract/paths/app-paths.ts';
import type { SyncStatus } from '#pwa/sync/status-store.ts';

/** The part of the sync status that the line depends on. */
export type SyncState = Omit<SyncStatus, 'loss'>;

/** The line under the top bar; `to` is the page on which the person can act on it. */
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
  to: (typeof APP_PATHS)['sync' | 'auth'] | null;
}

/**
 * Chooses the message: what needs the person comes before what resolves by itself. Null if everything
 * is in sync.
 */
export function syncMessage(state: SyncState): SyncMessage | null {
  const { isOffline, sending, waiting, refused, conflicts, signedOut } = state;
  if (signedOut) {
    return waiting > 0
      ? { key: 'sync.signIn', values: { count: waiting }, tone: 'act', to: APP_PATHS.auth }
      : { key: 'sync.signInPlain', values: {}, tone: 'act', to: APP_PATHS.auth };
  }
  if (isOffline) {
    return waiting > 0
      ? { key: 'sync.offlineWaiting', values: { count: waiting }, tone: 'calm', to: APP_PATHS.sync }
      : { key: 'sync.offline', values: {}, tone: 'calm', to: null };
  }
  if (sending)
    return { key: 'sync.sending', values: { ...sending }, tone: 'busy', to: APP_PATHS.sync };
  if (refused > 0) {
    return { key: 'sync.refused', values: { count: refused }, tone: 'act', to: APP_PATHS.sync };
  }
  if (conflicts > 0) {
    return { key: 'sync.conflicts', values: { count: conflicts }, tone: 'act', to: APP_PATHS.sync };
  }
  if (waiting > 0) {
    return { key: 'sync.waiting', values: { count: waiting }, tone: 'busy', to: APP_PATHS.sync };
  }
  return null;
}
