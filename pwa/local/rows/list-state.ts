import type { ListState } from '#pwa/local/database/meta-state.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { reopening } from '#pwa/local/database/reopening.ts';
import type { ListName } from '#pwa/local/database/rows.ts';

/** How far the mirror of a list has come; blank before the first pull. */
export async function listState(mirror: Mirror, list: ListName): Promise<ListState> {
  const [state = blankState(list)] = await listStates(mirror, [list]);
  return state;
}

/** As `listState`, of several lists in one read. */
export function listStates(mirror: Mirror, lists: readonly ListName[]): Promise<ListState[]> {
  return reopening(mirror, () => listStatesWithin(mirror, lists));
}

/** As `listStates`, in a transaction on `meta`: it cannot outlive a database that was closed. */
export async function listStatesWithin(
  { meta }: Mirror,
  lists: readonly ListName[],
): Promise<ListState[]> {
  const states = await meta.bulkGet([...lists]);
  return lists.map((list, at) => {
    const state = states[at];
    return state && 'cursor' in state ? state : blankState(list);
  });
}

/** The state of a list that was never pulled: the only one without an epoch. */
export function blankState(key: ListName): ListState {
  return { key, epoch: null, cursor: 0, syncedAt: 0, generation: 0, tail: null };
}

/**
 * The full pull to which rows and entries from answers belong: the list's last one, or its first one if
 * it was never pulled.
 */
export function pullOf(generation = 0): number {
  return Math.max(1, generation);
}
