import { useStore } from 'zustand';
import { shallow } from 'zustand/shallow';
import { createStore } from 'zustand/vanilla';
import { expiry } from '#pwa/lib/time/expiry.ts';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';
import type { EngineState, Queue } from './engine-state.ts';

/** What the screens are told about the synchronisation. */
export interface SyncStatus
  extends Pick<EngineState, 'isOffline' | 'sending' | 'sent' | 'loss'>,
    Pick<Queue, 'waiting' | 'refused' | 'conflicts'> {
  /** The server asks for a sign-in before it takes the changes of this user. */
  signedOut: boolean;
}

type Told = Omit<SyncStatus, 'isOffline' | 'signedOut'>;

const IDLE: Told = { sending: null, sent: 0, waiting: 0, refused: 0, conflicts: 0, loss: null };

/** Derived from the engine's state. */
export const syncStatus = createStore<Told>(() => IDLE);

/** Publishes the engine's state to the screens. */
export function publishStatus({ sending, sent, loss, queue }: EngineState): void {
  const { waiting, refused, conflicts } = queue;
  const told = { sending, sent, waiting, refused, conflicts, loss };
  if (!shallow(told, syncStatus.getState())) syncStatus.setState(told);
}

/** Forgets the status of an engine that was stopped. */
export function resetStatus(): void {
  syncStatus.setState(IDLE);
}

/** The state of the synchronisation, for the screens. */
export function useSyncStatus(): SyncStatus {
  const told = useStore(syncStatus);
  const isOffline = useIsOffline();
  const signedOut = useStore(expiry, ({ expired }) => expired);
  return { ...told, isOffline, signedOut };
}
