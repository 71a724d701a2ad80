import { type Mirror, tableOf } from '#pwa/local/mirror.ts';
import { LISTS, type ListName, type ListState, type VersionedRow } from '#pwa/local/rows.ts';

/**
 * Puts rows from answers, unless the mirror has newer ones. Call it in a transaction on the list's
 * table and `meta`.
 *
 * @param stale the answer may be a stored one from before: a row that the mirror knows to be deleted
 *   stays deleted
 */
export async function putRows(
  mirror: Mirror,
  list: ListName,
  rows: readonly VersionedRow[],
  { stale }: { stale: boolean },
): Promise<void> {
  if (rows.length === 0) return;
  const { generation, cursor, tail } = await listState(mirror, list);
  const newest = [...newestOf(rows).values()];
  const [newer, known] = await Promise.all([
    newerThan(mirror, list, Math.min(...newest.map(({ version }) => version)), generation),
    stale && tail === null ? knownUpTo(mirror, list, newest, cursor) : null,
  ]);
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

/** How often each list was pulled from its beginning. */
export type Generations = ReadonlyMap<ListName, number>;

/** Read it before a request: a later generation shows that the database was replaced meanwhile. */
export async function generationsOf(mirror: Mirror): Promise<Generations> {
  const states = await mirror.meta.bulkGet([...LISTS]);
  return new Map(
    states.map((state, at) => [
      LISTS[at] ?? 'applications',
      state && 'cursor' in state ? state.generation : 0,
    ]),
  );
}

/** The part of a list's state that decides which rows may be put. */
async function listState(
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
