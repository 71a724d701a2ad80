import type { ListState, ServerState } from './meta-state.ts';
import type { Mirror } from './mirror.ts';
import { reopening } from './reopening.ts';
import type { ListName } from './rows.ts';

const NEVER: ServerState = { key: 'server', epoch: null, heard: null };

/** What this phone knows about the server's database. Call it alone or in a transaction on `meta`. */
export async function serverState({ meta }: Mirror): Promise<ServerState> {
  const state = await meta.get('server');
  return state && 'heard' in state ? state : NEVER;
}

/** False when a backup may have replaced the database that has this phone's changes. */
export function isSettled({ epoch, heard }: ServerState): boolean {
  return epoch === heard;
}

/** Whether what has this epoch is of the database that has this phone's changes. Call it as `serverState`. */
export async function isOfServer(mirror: Mirror, epoch: string | null): Promise<boolean> {
  const state = await serverState(mirror);
  return epoch !== null && isSettled(state) && state.epoch === epoch;
}

/**
 * Whether an answer to what was sent at `before` may be written `now`: no other database was heard of since, or it
 * is known that none has replaced the first. A phone that knew none has nothing of another one.
 */
export function isSameServer(before: ServerState, now: ServerState): boolean {
  if (before.epoch !== now.epoch) return false;
  return isSettled(now) || before.heard === now.heard || before.epoch === null;
}

/**
 * Notes the epoch that an answer names. What was noted by `unsettle` stands: the same epoch does not
 * prove that the database has everything. Call it in a transaction on `meta`.
 */
export async function hearOf(mirror: Mirror, heard: string): Promise<void> {
  const state = await serverState(mirror);
  const isInDoubt = state.heard === null && state.epoch === heard;
  if (state.heard !== heard && !isInDoubt) await mirror.meta.put({ ...state, heard });
}

/** Notes that the database with this epoch was replaced, or may have lost its last changes. */
export async function unsettle(mirror: Mirror, epoch: string | null): Promise<void> {
  await mirror.transaction('rw', mirror.meta, async () => {
    const state = await serverState(mirror);
    // Another tab may have settled it meanwhile.
    if (state.epoch === epoch) await mirror.meta.put({ ...state, heard: null });
  });
}

/** How far the mirror of a list has come; blank before the first pull. */
export function listState(mirror: Mirror, list: ListName): Promise<ListState> {
  return reopening(mirror, () => listStateWithin(mirror, list));
}

/** As `listState`, of several lists at one moment. */
export function listStates(mirror: Mirror, lists: readonly ListName[]): Promise<ListState[]> {
  return reopening(mirror, () =>
    mirror.transaction('r', mirror.meta, async () =>
      Promise.all(lists.map((list) => listStateWithin(mirror, list))),
    ),
  );
}

/** As `listState`, in a transaction on `meta`: it cannot outlive a database that was closed. */
export async function listStateWithin({ meta }: Mirror, list: ListName): Promise<ListState> {
  const state = await meta.get(list);
  return state && 'cursor' in state ? state : blankState(list);
}

/** The state of a list that was never pulled: the only one without an epoch. */
export function blankState(key: ListName): ListState {
  return { key, epoch: null, cursor: 0, syncedAt: 0, generation: 1, tail: null };
}
