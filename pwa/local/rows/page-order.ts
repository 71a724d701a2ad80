import { type ListName, ORDERED_BY, type VersionedRow } from '#pwa/local/database/rows.ts';

/** The time that orders a row in its list, newest first. */
export function timeIn(list: ListName, row: object): string {
  return String((row as Partial<Record<string, unknown>>)[ORDERED_BY[list]]);
}

/** Orders texts such as times, the later one last. */
export function later(one: string, other: string): number {
  if (one === other) return 0;
  return one > other ? 1 : -1;
}

/** A copy of a row, with the state of its page. */
interface Copy {
  row: Pick<VersionedRow, 'version'>;
  page: { generation: number };
}

/** Whether a copy is older than one of the full pull `generation` with this version. */
export function isOlder({ row, page }: Copy, generation: number, version: number): boolean {
  if (page.generation !== generation) return page.generation < generation;
  return row.version < version;
}

/** True for a removed record: only the list of removed records shows it. */
export function isRemoved(row: object): boolean {
  return (row as { removedAt?: string | null }).removedAt != null;
}

interface Wanted {
  list: ListName;
  limit: number;
  /** The ids of rows with queued changes, which may make them the newest. */
  touched: readonly VersionedRow['id'][];
}

/**
 * True if the rows that were read surely include the newest ones, so that no other row must be read.
 *
 * @param rows the rows that were read
 * @param others the newest time that others may have, or an id that begins with it
 */
export function hasNewest(
  { list, limit, touched }: Wanted,
  rows: Iterable<VersionedRow>,
  others: string,
): boolean {
  const wanted = new Set(touched);
  let newer = 0;
  for (const row of rows) {
    if (timeIn(list, row) <= others) continue;
    if (!isRemoved(row)) newer += 1;
    wanted.delete(row.id);
  }
  return wanted.size === 0 && newer >= limit + touched.length;
}

/** The versions of rows or entries and `start`, summed up; no whole number if one of them is damaged. */
export function sumOf(rows: readonly { version: number }[], start: number): number {
  return Array.isArray(rows) ? rows.reduce((sum, row) => sum + row?.version, start) : Number.NaN;
}
