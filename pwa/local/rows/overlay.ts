import type { Application, HistoryEntry } from '#contract/applications.ts';
import { definitionOf } from '#pwa/local/changes/registry.ts';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import type { HistoryRow, ListName, Rows, SeenRow, Waiting } from '#pwa/local/database/rows.ts';
import { later, timeIn } from './page-order.ts';

/**
 * One row as the person sees it: the server's row with the queued changes laid over it, oldest first.
 * Undefined when neither has the row, or when its deletion is queued.
 *
 * A refused change is not laid over, only marked. The exception is a change that created the row,
 * because its text would disappear from the screen. A refused conversion creates the application only
 * if other changes build on it; otherwise the inquiry is simply not converted.
 */
export function foldRow<List extends ListName>(
  list: List,
  row: Rows[List] | undefined,
  entries: readonly OutboxEntry[],
): SeenRow<List> | undefined {
  let seen = row;
  for (const entry of entries) seen = apply(list, seen, entry, entries.length > 1);
  return seen && { ...seen, waiting: markOf(entries) };
}

/**
 * The history of one application, newest first: the queued changes, then the server's entries. A
 * change whose answer was lost may be in both; the server's entry is shown.
 *
 * @param recorded entries of this application, newest first
 */
export function foldHistory(
  recorded: readonly HistoryEntry[],
  row: Application | undefined,
  entries: readonly OutboxEntry[],
): HistoryRow[] {
  const arrived = new Set(recorded.map(({ id }) => id));
  const rows: HistoryRow[] = [];
  let seen = row;
  for (const entry of entries) {
    const before = seen?.status;
    seen = apply('applications', seen, entry, entries.length > 1);
    const said = definitionOf(entry).history?.(entry, before);
    if (!said || arrived.has(entry.key)) continue;
    rows.push({
      ...{ notes: null, reason: null, edits: null, ...said },
      id: entry.key,
      createdAt: entry.queuedAt,
      arrivedAt: entry.queuedAt,
      by: null,
      version: 0,
      waiting: markOf([entry]),
    });
  }
  return [...rows.reverse(), ...recorded.map((entry) => ({ ...entry, waiting: null }))];
}

/** The queued changes of each record of a list, oldest first. Some changes count for two records. */
export function byRecord<List extends ListName>(
  list: List,
  entries: readonly OutboxEntry[],
): Map<Rows[List]['id'], OutboxEntry[]> {
  const groups = new Map<Rows[List]['id'], OutboxEntry[]>();
  for (const entry of entries) {
    const id = idIn(list, entry);
    if (id === null) continue;
    const group = groups.get(id);
    if (group) group.push(entry);
    else groups.set(id, [entry]);
  }
  return groups;
}

/** The mark of a record: a refusal first, because it needs the person; then a change in flight. */
export function markOf(entries: readonly Pick<OutboxEntry, 'state'>[]): Waiting {
  if (entries.length === 0) return null;
  if (entries.some(({ state }) => state === 'refused')) return 'refused';
  return entries.some(({ state }) => state === 'sending') ? 'sending' : 'not-sent';
}

/** The id of the record in this list that a change changes or creates; null for none. */
export function idIn<List extends ListName>(
  list: List,
  entry: OutboxEntry,
): Rows[List]['id'] | null {
  const kind = definitionOf(entry);
  const { makes, also } = kind;
  // A definition names ids of its own list.
  if (kind.list === list) return kind.id(entry) as Rows[List]['id'];
  if (makes?.list === list) return makes.id(entry) as Rows[List]['id'];
  return also?.list === list ? (also.id(entry) as Rows[List]['id'] | null) : null;
}

function apply<List extends ListName>(
  list: List,
  row: Rows[List] | undefined,
  entry: OutboxEntry,
  isBuiltOn: boolean,
): Rows[List] | undefined {
  const kind = definitionOf(entry);
  const isRefused = entry.state === 'refused';
  if (row) {
    // The function of a list takes and gives rows of that list.
    const lay = kind.overlay?.[list] as Lay<Rows[List]> | undefined;
    return lay && !isRefused ? lay(row, entry) : row;
  }
  const { makes } = kind;
  if (makes?.list !== list || (isRefused && kind.list !== list && !isBuiltOn)) return undefined;
  return makes.row(entry) as Rows[List];
}

type Lay<Row> = (row: Row, entry: OutboxEntry) => Row | undefined;

/**
 * Rows with their queued changes laid over them, newest first.
 *
 * @param rows the server's rows, or its newest ones and the rows of the queued changes
 */
export function foldAll<List extends ListName>(
  list: List,
  rows: Iterable<Rows[List] & { waiting: null }>,
  lanes: ReadonlyMap<Rows[List]['id'], OutboxEntry[]>,
): SeenRow<List>[] {
  const made = new Map(lanes);
  const seen: SeenRow<List>[] = [];
  for (const row of rows) {
    const lane = lanes.get(row.id);
    if (lane) seen.push(...foldOne(list, row, lane));
    else seen.push(row);
    made.delete(row.id);
  }
  for (const lane of made.values()) seen.push(...foldOne(list, undefined, lane));
  return newestFirst(list, seen);
}

function foldOne<List extends ListName>(
  list: List,
  row: (Rows[List] & { waiting: null }) | undefined,
  lane: readonly OutboxEntry[] | undefined,
): SeenRow<List>[] {
  const seen = lane ? foldRow(list, row, lane) : row;
  return seen ? [seen] : [];
}

/** Sorts in place: by time, then by number. */
export function newestFirst<List extends ListName>(
  list: List,
  rows: SeenRow<List>[],
): SeenRow<List>[] {
  return rows.sort(
    (one, other) =>
      later(timeIn(list, other), timeIn(list, one)) || Number(other.id) - Number(one.id) || 0,
  );
}

/** The ids whose entries differ. */
export function* differing<Id>(
  before: Map<Id, OutboxEntry[]>,
  now: Map<Id, OutboxEntry[]>,
): Iterable<Id> {
  if (before === now) return;
  for (const id of before.keys()) if (!now.has(id)) yield id;
  for (const [id, lane] of now) {
    const old = before.get(id);
    if (old?.length !== lane.length || lane.some((entry, at) => entry !== old[at])) yield id;
  }
}
