import { Dexie } from 'dexie';
import type { Application } from '#contract/applications.ts';
import type { FirstRows } from './first-rows.ts';
import type { Mirror, Mirrored } from './mirror.ts';
import type { ApplicationEntry } from './outbox-entry.ts';
import { OutboxMemory } from './outbox-memory.ts';
import {
  type ApplicationRow,
  byApplication,
  foldApplication,
  foldHistory,
  type HistoryRow,
} from './overlay.ts';
import { SeenList } from './seen-list.ts';
import { outboxTables } from './under-way.ts';

// Each read is one transaction: an answer that puts a row and takes its entry from the outbox is seen
// whole or not at all, so a change never flickers.

/**
 * The newest `limit` applications with what waits laid over them, and how many there are in all.
 * A change that waits counts as the newest, so rows that it touches are read besides the index.
 */
export function readApplications(
  mirror: Mirror,
  limit: number,
): Promise<{ rows: ApplicationRow[]; total: number }> {
  return mirror.transaction('r', [mirror.applications, ...outboxTables(mirror)], async () => {
    const changes = byApplication(await OutboxMemory.of(mirror).read());
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

/** The newest `limit` of what was read of applications, with what waits laid over them. */
export function newestOf(
  { newest, touched, count }: Pick<FirstRows, 'newest' | 'touched' | 'count'>,
  changes: ReadonlyMap<string, ApplicationEntry[]>,
  limit: number,
): { rows: ApplicationRow[]; total: number } {
  const known = new Map(touched.map((row) => [row.id, row]));
  const untouched = newest.flatMap((row) =>
    changes.has(row.id) ? [] : [{ ...row, waiting: null }],
  );
  const laidOver = [...changes].flatMap(
    ([id, entries]) => foldApplication(known.get(id), entries) ?? [],
  );
  const made = laidOver.filter(({ id }) => !known.has(id)).length;
  const rows = [...laidOver, ...untouched].sort((a, b) => newerFirst(a.updatedAt, b.updatedAt));
  return { rows: rows.slice(0, limit), total: count + made };
}

/** Every application with what waits laid over it, newest change first; the same array while they are the same. */
export function readAllApplications(mirror: Mirror): Promise<readonly ApplicationRow[]> {
  const tables = [mirror.applications, ...outboxTables(mirror), mirror.meta];
  return mirror.transaction('r', tables, () => seenIn(mirror).read());
}

type SeenApplications = SeenList<string, Mirrored<Application>, ApplicationRow, ApplicationEntry>;
const lists = new WeakMap<Mirror, SeenApplications>();

function seenIn(mirror: Mirror): SeenApplications {
  const list: SeenApplications =
    lists.get(mirror) ??
    new SeenList(mirror, {
      list: 'applications',
      lanesOf: byApplication,
      fold: foldApplication,
      timeOf: ({ updatedAt }) => updatedAt,
    });
  lists.set(mirror, list);
  return list;
}

/** One application with what waits laid over it; null when neither the mirror nor the outbox has it. */
export function readApplication(mirror: Mirror, id: string): Promise<ApplicationRow | null> {
  return mirror.transaction('r', [mirror.applications, ...outboxTables(mirror)], async () => {
    const [row, changes] = await Promise.all([mirror.applications.get(id), changesOf(mirror, id)]);
    return foldApplication(row, changes) ?? null;
  });
}

/** The history of one application, newest first, with the changes that wait on top. */
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

/** The changes to one application that wait, oldest first, its conversion among them. */
async function changesOf(mirror: Mirror, id: string): Promise<ApplicationEntry[]> {
  return byApplication(await OutboxMemory.of(mirror).read()).get(id) ?? [];
}

function newerFirst(one: string, other: string): number {
  if (one === other) return 0;
  return one > other ? -1 : 1;
}
