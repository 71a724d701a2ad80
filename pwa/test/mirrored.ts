import type { HistoryEntry } from '#contract/applications.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import type { HistoryPage, ListName, Rows } from '#pwa/local/database/rows.ts';
import { MirroredList, withLists } from '#pwa/local/rows/mirrored-list.ts';

/** The rows of a list as the server gave them, in any order. */
export function mirrored<List extends ListName>(mirror: Mirror, list: List): Promise<Rows[List][]> {
  return withLists(mirror, 'r', { lists: [list], tables: [] }, async () =>
    Array.from(
      MirroredList.of(mirror, list).rows(),
      // What the screens see besides is gone.
      ({ waiting: _, ...row }) => row as unknown as Rows[List],
    ),
  );
}

/** One of these rows; undefined where there is none. */
export async function mirroredRow<List extends ListName>(
  mirror: Mirror,
  list: List,
  id: Rows[List]['id'],
): Promise<Rows[List] | undefined> {
  return (await mirrored(mirror, list)).find((row) => row.id === id);
}

/** The history of all applications, in any order. */
export async function mirroredHistory({ historyPages }: Mirror): Promise<HistoryEntry[]> {
  return entriesIn(await historyPages.toArray());
}

/** An entry of the history of an application that has stayed pending. */
export function anEntry(
  applicationId: string,
  version: number,
  notes: string | null = null,
): HistoryEntry {
  const at = '2026-01-05T10:00:00.000Z';
  const status = { previousStatus: 'pending', newStatus: 'pending' } as const;
  const id = `${applicationId}-${version}`;
  const said = { notes, reason: null, edits: null };
  return { id, applicationId, ...status, ...said, createdAt: at, arrivedAt: at, by: null, version };
}

/** The entries in pages, each once. */
export function entriesIn(pages: readonly HistoryPage[]): HistoryEntry[] {
  return [...new Map(pages.flatMap(({ entries }) => entries.map((one) => [one.id, one]))).values()];
}

/** Keeps rows as if the server had given them, in a full pull before the first one of the phone or in another. */
export function keepRows<List extends ListName>(
  mirror: Mirror,
  list: List,
  rows: readonly Rows[List][],
  generation = 0,
): Promise<void> {
  return withLists(mirror, 'rw', { lists: [list], tables: [] }, () =>
    MirroredList.of(mirror, list).write({ generation, rows }),
  );
}

/** Removes rows as if the server had deleted them. */
export function removeRows<List extends ListName>(
  mirror: Mirror,
  list: List,
  ids: readonly Rows[List]['id'][],
): Promise<void> {
  return withLists(mirror, 'rw', { lists: [list], tables: [] }, () =>
    MirroredList.of(mirror, list).remove(ids),
  );
}
