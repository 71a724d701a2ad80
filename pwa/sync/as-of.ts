import { listStatesWithin } from '#pwa/local/list-state.ts';
import type { Mirror } from '#pwa/local/mirror.ts';
import { LISTS, type ListName } from '#pwa/local/rows.ts';
import { serverState } from '#pwa/local/server-state.ts';

/** The mirror at one moment. Read before a request, it shows later whether the answer still fits. */
export interface AsOf {
  /** How often each list was pulled from its beginning. */
  generations: ReadonlyMap<ListName, number>;
  /** The epoch of the database that has this phone's accepted changes; null before it is known. */
  epoch: string | null;
}

/** Call it in a transaction on `meta`. */
export async function asOfNow(mirror: Mirror): Promise<AsOf> {
  const states = await listStatesWithin(mirror, LISTS);
  const generations = new Map(states.map(({ key, generation }) => [key, generation]));
  return { generations, epoch: (await serverState(mirror)).epoch };
}

/** False if the list was pulled from its start in between; true if it had never been pulled. */
export function isSamePull(list: ListName, before: AsOf, now: AsOf): boolean {
  const generation = before.generations.get(list) ?? 0;
  return generation === 0 || generation === now.generations.get(list);
}
