import { useStore } from 'zustand';
import { connection } from './connection.ts';

/** True while our server cannot be reached. */
export function useIsOffline(): boolean {
  return useStore(connection, (now) => now.isOffline);
}
