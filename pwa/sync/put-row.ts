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

/** Of the rows that are not newer than what the mirror has pulled, those that it has. */
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

/** To be read before a request is made: by it the answer is known to be of a database replaced since. */
export async function generationsOf(mirror: Mirror): Promise<Generations> {
  const states = await mirror.meta.bulkGet([...LISTS]);
  return new Map(
    states.map((state, at) => [
      LISTS[at] ?? 'applications',
      state && 'cursor' in state ? state.generation : 0,
    ]),
  );
}

const LISTS = ['applications', 'contacts', 'campaigns'] as const;

/** How far a list's mirror is, as far as it says what may be put. */
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
