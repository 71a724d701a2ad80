import { outboxTables } from './in-flight.ts';
import { listStatesWithin } from './list-state.ts';
import type { Mirror } from './mirror.ts';
import type { ListName } from './rows.ts';

/** How far the first pull of a list has come. */
export interface FirstPull {
  /** True once the whole list has been on this phone: only then may a screen show a count of it. */
  isWhole: boolean;
  /** How many rows the whole list has; null before the server has said so, and once it is whole. */
  of: number | null;
}

/** All rows of a list on this phone, and whether these are all. */
export interface AllRows<Row> {
  rows: readonly Row[];
  firstPull: FirstPull;
}

/** Reads the rows of a list and how far its first pull has come, both of the same moment. */
export function withFirstPull<Row>(
  mirror: Mirror,
  list: ListName,
  read: (mirror: Mirror) => PromiseLike<readonly Row[]>,
): Promise<AllRows<Row>> {
  const tables = [mirror.table(list), ...outboxTables(mirror), mirror.meta];
  return mirror.transaction('r', tables, async () => ({
    rows: await read(mirror),
    firstPull: await firstPull(mirror, list),
  }));
}

/** How far the first pull of a list has come. Call it in a transaction on `meta`. */
async function firstPull(mirror: Mirror, list: ListName): Promise<FirstPull> {
  const [state] = await listStatesWithin(mirror, [list]);
  const isWhole = state !== undefined && state.syncedAt > 0;
  return { isWhole, of: isWhole ? null : (state?.tail?.of ?? null) };
}
