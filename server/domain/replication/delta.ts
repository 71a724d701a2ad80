import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DeltaQuery, Totals } from '#contract/delta.ts';
import { type Db, readRows, type Tx } from '#prisma/client.ts';
import { type TotalledTable, totalOf } from '#prisma/kept-counts.ts';
import { removeInParts } from '#server/domain/common/remove-in-parts.ts';
import { readReplicationState } from './revision.ts';

/** A condition on `version`: a page covers `gt < version < lt`. */
export interface VersionRange {
  gt: number;
  lt: number;
}

/** One list of a page of changes. */
export interface DeltaList<Row extends { version: number }> {
  table: TotalledTable;
  /** The most rows of a page. Rows that share the last version may exceed it: they stay together. */
  limit: number;
  /** The first `take` rows of a range, newest version first. */
  read(range: VersionRange, take: number): Promise<Row[]>;
}

type AnyList = DeltaList<{ version: number }>;
/** `rows` is the list itself; others go with it. */
type AnyLists = Record<string, AnyList> & { rows: AnyList };
type RowsOf<Lists> = { [K in keyof Lists]: Lists[K] extends DeltaList<infer Row> ? Row[] : never };

/** The highest integer of both databases: above every version and every count. */
const MAXIMUM = 2_147_483_647;

/**
 * One page of the changes after `query.since`, newest first. All lists of a page cover the same range of
 * versions, and the next page continues below it, so pages miss nothing: a row that changes between two
 * pages rises above the `revision` of the first and comes with the next pull.
 *
 * The queries share no snapshot, so their order matters: revision, tombstones, rows.
 */
export async function readDelta<Lists extends AnyLists>(
  db: Tx,
  entity: string,
  query: DeltaQuery,
  lists: Lists,
) {
  const { revision, epoch, oldest } = await readReplicationState(db);
  const foreign = query.epoch !== undefined && query.epoch !== epoch;
  const isUnknown = query.since < oldest || query.since > revision;
  const reset = query.since === 0 || foreign || isUnknown;
  const first = query.before === undefined;
  const gone = first && !reset ? await goneSince(db, entity, query.since) : [];

  const range = { gt: reset ? -1 : query.since, lt: query.before ?? MAXIMUM };
  const { rows, next } = await readRange(range, lists);
  const totals = next === null ? await readTotals(db, revision, lists) : null;
  const isPartOfAll = first && reset && next !== null;
  const count = isPartOfAll ? { count: (await totalOf(db, lists.rows.table)).count } : {};
  return { ...rows, epoch, revision, reset, ...count, gone, next, totals };
}

/**
 * Up to which revision a mirror has the history of this database.
 *
 * @param epoch of the mirror
 * @param ofOwn the revision for a mirror of this very database, which has lost its last commits
 * @returns 0 for an unknown database
 */
export async function partedAt(db: Tx, epoch: string, ofOwn: number): Promise<number> {
  if (epoch === (await readReplicationState(db)).epoch) return ofOwn;
  const restored = await db.restore.findFirst({
    where: { before: epoch },
    orderBy: { id: 'desc' },
  });
  return restored?.revision ?? 0;
}

/** How long tombstones are kept, in milliseconds. A mirror that was away longer starts afresh. */
const TOMBSTONE_LIFE = 180 * 24 * 60 * 60_000;

/** Deletes old tombstones and raises `ReplicationState.oldest`. Returns how many. */
export function forgetTombstones(db: Db, now: Date): Promise<number> {
  const createdAt = { lt: new Date(now.getTime() - TOMBSTONE_LIFE) };
  const select = { entity: true, entityId: true, version: true };
  return removeInParts((take) =>
    db.$transaction(async (tx) => {
      const stones = await tx.tombstone.findMany({ where: { createdAt }, select, take });
      const oldest = Math.max(0, ...stones.map(({ version }) => version));
      await tx.replicationState.updateMany({
        where: { oldest: { lt: oldest } },
        data: { oldest },
      });
      for (const entity of new Set(stones.map((stone) => stone.entity))) {
        const ids = stones.filter((stone) => stone.entity === entity);
        const entityId = { in: ids.map((stone) => stone.entityId) };
        await tx.tombstone.deleteMany({ where: { entity, entityId, createdAt } });
      }
      return stones.length;
    }),
  );
}

async function readRange<Lists extends AnyLists>(
  range: VersionRange,
  lists: Lists,
): Promise<{ rows: RowsOf<Lists>; next: number | null }> {
  const read: [string, AnyList, { version: number }[]][] = [];
  // The page is complete down to this version: the highest one at which a list was cut.
  let cut: number | null = null;
  for (const [name, list] of Object.entries<AnyList>(lists)) {
    const rows = await list.read(range, list.limit + 1);
    // On SQLite a read is synchronous: others have a turn between two lists.
    await nextTurn();
    read.push([name, list, rows]);
    const last = rows.length > list.limit ? rows[list.limit - 1] : undefined;
    if (last && last.version > (cut ?? -1)) cut = last.version;
  }

  const rows: Record<string, { version: number }[]> = {};
  for (const [name, list, found] of read) {
    rows[name] = cut === null ? found : await downTo(cut, list, found);
  }
  // The keys come from `lists`, and each list gave rows of its own type.
  return { rows: rows as RowsOf<Lists>, next: cut };
}

/** The rows of `cut` and above; reads the rest of `cut` if it was not read whole. */
async function downTo(
  cut: number,
  list: AnyList,
  found: { version: number }[],
): Promise<{ version: number }[]> {
  const complete = found.length <= list.limit || (found.at(-1)?.version ?? 0) < cut;
  if (complete) return found.filter(({ version }) => version >= cut);
  const atCut = await list.read({ gt: cut - 1, lt: cut + 1 }, MAXIMUM);
  return [...found.filter(({ version }) => version > cut), ...atCut];
}

async function goneSince(db: Tx, entity: string, since: number): Promise<(string | number)[]> {
  const stones = await readRows<{ entityId: string }>(db, GONE, entity, since);
  return stones.map(({ entityId }) => (/^\d+$/.test(entityId) ? Number(entityId) : entityId));
}

const GONE = 'SELECT "entityId" FROM "Tombstone" WHERE "entity" = $1 AND "version" > $2';

/** The checksums of each list at this revision; null if another revision was committed meanwhile. */
async function readTotals(
  db: Tx,
  revision: number,
  lists: AnyLists,
): Promise<Record<string, Totals> | null> {
  const totals: Record<string, Totals> = {};
  for (const [name, { table }] of Object.entries(lists)) totals[name] = await totalOf(db, table);
  return (await readReplicationState(db)).revision === revision ? totals : null;
}
