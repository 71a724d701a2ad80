import type { Table } from 'dexie';
import type { HistoryEntry } from '#contract/applications.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import type { HistoryRow, ListName, Rows, SeenRow } from '#pwa/local/database/rows.ts';
import { listStateWithin } from '#pwa/local/database/server-state.ts';
import { outboxTables } from '#pwa/local/outbox/in-flight.ts';
import { JustQueued } from '#pwa/local/outbox/just-queued.ts';
import { recordOf } from '#pwa/local/outbox/lane.ts';
import { OutboxMemory } from '#pwa/local/outbox/outbox-memory.ts';
import { readAllEntries, readEntries } from './history.ts';
import { MirroredList, pagesOf, withLists } from './mirrored-list.ts';
import { byRecord, foldAll, foldHistory, foldRow } from './overlay.ts';
import { hasNewest, isRemoved, later } from './page-order.ts';

// Each read is one transaction, so that it sees an accepted change either in the outbox or in the
// mirror, never in both or neither.

/** All rows of a list on this phone, and whether these are all. */
export interface AllRows<Row> {
  rows: readonly Row[];
  firstPull: FirstPull;
}

/** How far the first pull of a list has come. */
export interface FirstPull {
  /** True once the whole list is on this phone and can be read: only then may a screen show a count of it. */
  isWhole: boolean;
  /** How many rows the whole list has; null before the server has said so, and once it is whole. */
  of: number | null;
}

/**
 * All rows of a list but removed ones, with their queued changes, newest first; the same array while
 * nothing changes.
 */
export function readList<List extends ListName>(
  mirror: Mirror,
  list: List,
): Promise<readonly SeenRow<List>[]> {
  return withSeen(mirror, [list], async (seen) => present(seen(list)));
}

/** Reads lists in one transaction: all their rows, with the queued changes laid over them, newest first. */
function withSeen<List extends ListName, Result>(
  mirror: Mirror,
  lists: readonly List[],
  read: (seen: <One extends List>(list: One) => readonly SeenRow<One>[]) => Promise<Result>,
  more: readonly Table[] = [],
): Promise<Result> {
  const tables = [...outboxTables(mirror), ...more];
  return withLists(mirror, 'r', { lists, tables }, async () => {
    const entries = await OutboxMemory.of(mirror).read();
    return read((list) => MirroredList.of(mirror, list).seen(entries));
  });
}

/** The applications and the inquiries as `readList` gives them, in one transaction. */
export function readPeople(mirror: Mirror) {
  return withSeen(mirror, ['applications', 'contacts'], async (seen) => ({
    applications: present(seen('applications')),
    contacts: present(seen('contacts')),
  }));
}

/** The removed applications, with their queued changes, the last removed one first. */
export function readRemoved(mirror: Mirror): Promise<readonly SeenRow<'applications'>[]> {
  return withSeen(mirror, ['applications'], async (seen) =>
    seen('applications')
      .filter(isRemoved)
      .sort((one, other) => later(other.removedAt ?? '', one.removedAt ?? '')),
  );
}

/** The rows that are not removed; the same array for the same rows. */
function present<Row extends object>(rows: readonly Row[]): readonly Row[] {
  const known = presentOf.get(rows) ?? (rows.some(isRemoved) ? rows.filter(isNotRemoved) : rows);
  presentOf.set(rows, known);
  // Filtered from these rows.
  return known as readonly Row[];
}

const presentOf = new WeakMap<object, readonly object[]>();

function isNotRemoved(row: object): boolean {
  return !isRemoved(row);
}

/** As `readList`, with how far the first pull of the list has come. */
export function readAll<List extends ListName>(
  mirror: Mirror,
  list: List,
): Promise<AllRows<SeenRow<List>>> {
  const read = async (seen: (list: List) => readonly SeenRow<List>[]) => ({
    rows: present(seen(list)),
    firstPull: await firstPull(mirror, list),
  });
  return withSeen(mirror, [list], read, [mirror.meta]);
}

/** How far the first pull of a list has come. Call it in `withLists` of the list, with `meta`. */
async function firstPull(mirror: Mirror, list: ListName): Promise<FirstPull> {
  const { syncedAt, tail } = await listStateWithin(mirror, list);
  const { isReadable } = MirroredList.of(mirror, list);
  const isWhole = isReadable && syncedAt > 0;
  return { isWhole, of: isWhole ? null : (tail?.of ?? null) };
}

/**
 * The newest rows of a list, at most `limit`, with their queued changes laid over them. After a start it
 * loads no more pages than that needs.
 */
export function readNewest<List extends ListName>(
  mirror: Mirror,
  list: List,
  limit: number,
): Promise<readonly SeenRow<List>[]> {
  const tables = [pagesOf(mirror, list), ...outboxTables(mirror)];
  return mirror.transaction('r', tables, async () => {
    const entries = await OutboxMemory.of(mirror).read();
    const lanes = byRecord(list, entries);
    const rows = MirroredList.of(mirror, list);
    const touched = [...lanes.keys()];
    const isWhole = await rows.read((others) =>
      hasNewest({ list, limit, touched }, rows.rows(), others),
    );
    const seen = isWhole ? rows.seen(entries) : foldAll(list, rows.rows(), lanes);
    return present(seen).slice(0, limit);
  });
}

/** One row with its queued changes; null when neither the mirror nor the outbox has it. */
export function readRow<List extends ListName>(
  mirror: Mirror,
  list: List,
  id: Rows[List]['id'],
): Promise<SeenRow<List> | null> {
  const tables = outboxTables(mirror);
  return withLists(mirror, 'r', { lists: [list], tables }, async () => {
    const changes = await changesOf(mirror, list, id);
    return foldRow(list, MirroredList.of(mirror, list).get(id), changes) ?? null;
  });
}

/** The record of a lane with its queued changes laid over it; null when there is none. */
export async function readRecord(mirror: Mirror, lane: string): Promise<SeenRow<ListName> | null> {
  const record = recordOf(lane);
  return record && readRow(mirror, record.list, record.id);
}

/** The name of that record as the person sees it; null when there is none. */
export async function readRecordName(mirror: Mirror, lane: string): Promise<string | null> {
  const row = await readRecord(mirror, lane);
  if (!row) return null;
  return 'name' in row ? row.name : row.playerName;
}

/** The history of one application, newest first, queued changes included. */
export function readHistory(mirror: Mirror, id: string): Promise<HistoryRow[]> {
  return readWithHistory(mirror, id).then(({ recorded, row, entries }) =>
    foldHistory(recorded, row, entries),
  );
}

/** One application with what the server has recorded about it, and its queued changes, oldest first. */
export interface ReadRecord {
  row: Rows['applications'] | undefined;
  /** Newest first. */
  recorded: readonly HistoryEntry[];
  entries: readonly OutboxEntry[];
  /** How many changes this page had queued before (`JustQueued`). */
  asOf: number;
}

/** One application, its history and its queued changes, not laid over them yet. */
export function readWithHistory(mirror: Mirror, id: string): Promise<ReadRecord> {
  const asOf = JustQueued.of(mirror).count;
  const tables = [mirror.historyPages, ...outboxTables(mirror)];
  return withLists(mirror, 'r', { lists: ['applications'], tables }, async () => {
    const recorded = await readEntries(mirror, id);
    const entries = await changesOf(mirror, 'applications', id);
    return { row: MirroredList.of(mirror, 'applications').get(id), recorded, entries, asOf };
  });
}

/** What the server has recorded about all applications, in no order; queued changes are not in it. */
export function readWholeHistory(mirror: Mirror): Promise<HistoryEntry[]> {
  return mirror.transaction('r', mirror.historyPages, async () => readAllEntries(mirror));
}

/** The queued changes of one record, oldest first; of an application including its conversion. */
async function changesOf<List extends ListName>(mirror: Mirror, list: List, id: Rows[List]['id']) {
  return byRecord(list, await OutboxMemory.of(mirror).read()).get(id) ?? [];
}
