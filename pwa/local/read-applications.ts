import { Dexie } from 'dexie';
import type { Application } from '#contract/applications.ts';
import type { FirstRows } from './first-rows.ts';
import { outboxTables } from './in-flight.ts';
import type { Mirror } from './mirror.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { OutboxMemory } from './outbox-memory.ts';
import { byRecord, foldHistory, foldRow } from './overlay.ts';
import type { ApplicationRow, HistoryRow, Mirrored } from './rows.ts';
import { SeenList } from './seen-list.ts';

// Each read is one transaction, so that it sees an accepted change either in the outbox or in the
// mirror, never in both or neither.

/**
 * The newest `limit` applications with their queued changes laid over them, and how many there are in
 * all. A queued change makes its row the newest, so those rows are read besides the index.
 */
export function readApplications(
  mirror: Mirror,
  limit: number,
): Promise<{ rows: ApplicationRow[]; total: number }> {
  return mirror.transaction('r', [mirror.applications, ...outboxTables(mirror)], async () => {
    const changes = byRecord('applications', await OutboxMemory.of(mirror).read());
    const ids = [...changes.keys()];
    const [newest, touched, count] = await Promise.all([
      mirror.applications
        .orderBy('updatedAt')
        .reverse()
        .limit(limit + ids.length)
        .toArray(),
      mirror.applications.bulkGet(ids),
      mirror.applications.count(),
    ]);
    const rows = touched.filter((row) => row !== undefined);
    return newestOf({ newest, touched: rows, count }, changes, limit);
  });
}

/** The newest `limit` of the rows that were read, with the queued changes laid over them. */
export function newestOf(
  { newest, touched, count }: Pick<FirstRows, 'newest' | 'touched' | 'count'>,
  changes: ReadonlyMap<string, OutboxEntry[]>,
  limit: number,
): { rows: ApplicationRow[]; total: number } {
  const known = new Map(touched.map((row) => [row.id, row]));
  const untouched = newest.flatMap((row) =>
    changes.has(row.id) ? [] : [{ ...row, waiting: null }],
  );
  const laidOver = [...changes].flatMap(
    ([id, entries]) => foldRow('applications', known.get(id), entries) ?? [],
  );
  const made = laidOver.filter(({ id }) => !known.has(id)).length;
  const rows = [...laidOver, ...untouched].sort((a, b) => newerFirst(a.updatedAt, b.updatedAt));
  return { rows: rows.slice(0, limit), total: count + made };
}

/** All applications with their queued changes, newest change first; the same array while nothing changes. */
export function readAllApplications(mirror: Mirror): Promise<readonly ApplicationRow[]> {
  const tables = [mirror.applications, ...outboxTables(mirror), mirror.meta];
  return mirror.transaction('r', tables, () => seenIn(mirror).read());
}

type SeenApplications = SeenList<string, Mirrored<Application>, ApplicationRow, OutboxEntry>;
const lists = new WeakMap<Mirror, SeenApplications>();

function seenIn(mirror: Mirror): SeenApplications {
  const list: SeenApplications =
    lists.get(mirror) ??
    new SeenList(mirror, {
      list: 'applications',
      lanesOf: (entries) => byRecord('applications', entries),
      fold: (row, entries) => foldRow('applications', row, entries),
      timeOf: ({ updatedAt }) => updatedAt,
    });
  lists.set(mirror, list);
  return list;
}

/** One application with its queued changes; null when neither the mirror nor the outbox has it. */
export function readApplication(mirror: Mirror, id: string): Promise<ApplicationRow | null> {
  return mirror.transaction('r', [mirror.applications, ...outboxTables(mirror)], async () => {
    const [row, changes] = await Promise.all([mirror.applications.get(id), changesOf(mirror, id)]);
    return foldRow('applications', row, changes) ?? null;
  });
}

/** The history of one application, newest first, queued changes included. */
export function readHistory(mirror: Mirror, id: string): Promise<HistoryRow[]> {
  const tables = [mirror.applications, mirror.history, ...outboxTables(mirror)];
  return mirror.transaction('r', tables, async () => {
    const [recorded, row, changes] = await Promise.all([
      mirror.history
        .where('[applicationId+version]')
        .between([id, Dexie.minKey], [id, Dexie.maxKey])
        .reverse()
        .toArray(),
      mirror.applications.get(id),
      changesOf(mirror, id),
    ]);
    return foldHistory(recorded, row, changes);
  });
}

/** The queued changes of one application, oldest first, including its conversion. */
async function changesOf(mirror: Mirror, id: string): Promise<OutboxEntry[]> {
  return byRecord('applications', await OutboxMemory.of(mirror).read()).get(id) ?? [];
}

function newerFirst(one: string, other: string): number {
  if (one === other) return 0;
  return one > other ? -1 : 1;
}
