import { blankState, listStatesWithin } from '#pwa/local/list-state.ts';
import { type Mirror, tableOf } from '#pwa/local/mirror.ts';
import type { ListName, VersionedRow } from '#pwa/local/rows.ts';

/**
 * Puts rows from answers, unless the mirror has newer ones. Call it in a transaction on the list's
 * table and `meta`.
 *
 * @param stale the server may have stored the answer some time ago: a row that the mirror knows to be deleted
 *   stays deleted
 */
export async function putRows(
  mirror: Mirror,
  list: ListName,
  rows: readonly VersionedRow[],
  { stale }: { stale: boolean },
): Promise<void> {
  if (rows.length === 0) return;
  const [state = blankState(list)] = await listStatesWithin(mirror, [list]);
  const { generation, epoch, cursor, tail } = state;
  const isWhole = epoch !== null && tail === null;
  const newest = [...newestOf(rows).values()];
  // One after the other: behind a Promise.all of async functions Dexie may lose the transaction.
  const oldest = Math.min(...newest.map(({ version }) => version));
  const newer = await newerThan(mirror, list, oldest, generation);
  const known = stale && isWhole ? await knownUpTo(mirror, list, newest, cursor) : null;
  const wanted = newest.filter(
    ({ id, version }) =>
      (newer.get(id) ?? 0) <= version && (!known || version > cursor || known.has(id)),
  );
  await tableOf(mirror, list).bulkPut(wanted.map((row) => ({ ...row, generation })));
}

/** The versions of the rows of this full pull that are newer than `version`. */
export async function newerThan(
  mirror: Mirror,
  list: ListName,
  version: number,
  generation: number,
): Promise<Map<string | number, number>> {
  const rows = await tableOf(mirror, list).where('version').above(version).toArray();
  const ours = rows.filter((row) => (row.generation ?? 0) === generation);
  return new Map(ours.map((row) => [row.id, row.version]));
}

/** The ids that the mirror has, of the rows that are not newer than its cursor. */
async function knownUpTo(
  mirror: Mirror,
  list: ListName,
  rows: readonly VersionedRow[],
  cursor: number,
): Promise<Set<string | number>> {
  const ids = rows.filter(({ version }) => version <= cursor).map(({ id }) => id);
  const found = ids.length > 0 ? await tableOf(mirror, list).bulkGet(ids) : [];
  return new Set(found.flatMap((row) => row?.id ?? []));
}

function newestOf(rows: readonly VersionedRow[]): Map<string | number, VersionedRow> {
  const newest = new Map<string | number, VersionedRow>();
  for (const row of rows) {
    const other = newest.get(row.id);
    if (!other || other.version <= row.version) newest.set(row.id, row);
  }
  return newest;
}
