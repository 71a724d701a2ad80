import type { Mirror } from '#pwa/local/database/mirror.ts';
import { LISTS, type ListName } from '#pwa/local/database/rows.ts';
import { isSettled, serverState } from '#pwa/local/database/server-state.ts';
import { listStatesWithin } from '#pwa/local/rows/list-state.ts';

/** The mirror at one moment. Read before a request, it shows later whether the answer still fits. */
export interface AsOf {
  /** How often each list was pulled from its beginning. */
  generations: ReadonlyMap<ListName, number>;
  /** The epoch of the database that has this phone's accepted changes; null before it is known. */
  epoch: string | null;
  /** False when a backup may have replaced that database. */
  isSettled: boolean;
}

/** Call it in a transaction on `meta`. */
export async function asOfNow(mirror: Mirror): Promise<AsOf> {
  const states = await listStatesWithin(mirror, LISTS);
  const generations = new Map(states.map(({ key, generation }) => [key, generation]));
  const server = await serverState(mirror);
  return { generations, epoch: server.epoch, isSettled: isSettled(server) };
}

/**
 * Whether answers from before may be written into these lists now. A list that was pulled again from its
 * start in between may be of another database, unless this phone knows that none has replaced the first.
 */
export function stillFits(lists: readonly ListName[], before: AsOf, now: AsOf): boolean {
  if (before.epoch !== now.epoch) return false;
  return now.isSettled || lists.every((list) => !isPulledAgain(list, before, now));
}

function isPulledAgain(list: ListName, before: AsOf, now: AsOf): boolean {
  const generation = before.generations.get(list) ?? 0;
  return generation > 0 && generation !== now.generations.get(list);
}
