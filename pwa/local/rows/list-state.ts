import type { ListState } from '#pwa/local/database/meta-state.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { reopening } from '#pwa/local/database/reopening.ts';
import type { ListName } from '#pwa/local/database/rows.ts';

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
