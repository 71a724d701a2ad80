import type { ListName, ListState, Mirror } from '#pwa/local/mirror.ts';

/** What every mirrored row has. */
export interface VersionedRow {
  id: string | number;
  version: number;
  generation?: number;
}

/** The table of a list, for code that treats all lists alike. */
export function tableOf(mirror: Mirror, list: ListName) {
  return mirror.table<VersionedRow, string | number>(list);
}

/**
 * Puts rows that answers carried, unless the mirror has newer ones. Call it in a transaction on the
 * list's table and `meta`.
 *
 * @param stale an answer may be an old one that the server has kept: a row that the mirror knows to
 *   be gone stays gone
 */
export async function putRows(
  mirror: Mirror,
  list: ListName,
  rows: readonly VersionedRow[],
  { stale }: { stale: boolean },
): Promise<void> {
  const table = tableOf(mirror, list);
  const { generation, cursor, tail } = await listState(mirror, list);
  const newest = [...newestOf(rows).values()];
  const known = await table.bulkGet(newest.map(({ id }) => id));
  const wanted = newest.filter((row, at) => {
    const old = known[at];
    if (!old) return !stale || tail !== null || row.version > cursor;
    return (old.generation ?? 0) !== generation || old.version <= row.version;
  });
  await table.bulkPut(wanted.map((row) => ({ ...row, generation })));
}

/** How far a list's mirror is, as far as it says what may be put. */
export async function listState(
  mirror: Mirror,
  list: ListName,
): Promise<Pick<ListState, 'generation' | 'cursor' | 'tail'>> {
  const state = await mirror.meta.get(list);
  return state && 'cursor' in state ? state : NEVER;
}

const NEVER = { generation: 0, cursor: -1, tail: null };

function newestOf(rows: readonly VersionedRow[]): Map<string | number, VersionedRow> {
  const newest = new Map<string | number, VersionedRow>();
  for (const row of rows) {
    const other = newest.get(row.id);
    if (!other || other.version <= row.version) newest.set(row.id, row);
  }
  return newest;
}
