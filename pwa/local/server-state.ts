import type { Mirror } from './mirror.ts';

/** The server's database, as this phone knows it. */
export interface ServerState {
  key: 'server';
  /** The epoch of the one that has what this phone was told to have arrived; null before it is known. */
  epoch: string | null;
  /** The epoch that was heard of last; null where it was only said that it is another one. */
  heard: string | null;
}

const NEVER: ServerState = { key: 'server', epoch: null, heard: null };

/** Call it in a transaction on `meta`, or by itself. */
export async function serverState({ meta }: Mirror): Promise<ServerState> {
  const state = await meta.get('server');
  return state && 'heard' in state ? state : NEVER;
}

/** False when a backup may have taken the place of the database that has this phone's changes. */
export function isSettled({ epoch, heard }: ServerState): boolean {
  return epoch === heard;
}

/** An answer was of the database with this epoch. Call it in a transaction on `meta`. */
export async function hearOf(mirror: Mirror, heard: string): Promise<void> {
  const state = await serverState(mirror);
  if (state.heard !== heard) await mirror.meta.put({ ...state, heard });
}

/** The server has refused what was meant for the database with this epoch. */
export async function unsettle(mirror: Mirror, epoch: string | null): Promise<void> {
  await mirror.transaction('rw', mirror.meta, async () => {
    const state = await serverState(mirror);
    // Another tab may have asked by now.
    if (state.epoch === epoch) await mirror.meta.put({ ...state, heard: null });
  });
}
