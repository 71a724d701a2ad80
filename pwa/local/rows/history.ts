import { Dexie } from 'dexie';
import type { Application, HistoryEntry } from '#contract/applications.ts';
import type { Totals } from '#contract/delta.ts';
import { isAnonymised } from '#contract/fields/anonymised.ts';
import { newId } from '#contract/fields/ids.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import type { HistoryPage, VersionedRow } from '#pwa/local/database/rows.ts';
import { MirroredList } from './mirrored-list.ts';
import { sumOf } from './page-order.ts';

// The history of all applications, in pages. During a full pull an entry can be in two. Call every function in a
// transaction on `historyPages`.

/**
 * The most entries of a page. To show one application, the app reads all pages that contain its entries. Dexie
 * notifies live queries per application for a write of fewer than 50 pages, and by one range for a larger write:
 * with 32 instead of 100 the first pull of 10,000 applications took 230 ms less of the processor's 1,630.
 */
const PAGE_SIZE = 32;

/** The history of one application, newest first. */
export async function readEntries(mirror: Mirror, applicationId: string): Promise<HistoryEntry[]> {
  const ids = await mirror.historyPages.where('of').equals(applicationId).primaryKeys();
  const pages = await readPages(mirror, ids);
  // While everything is pulled afresh, entries are in two pages.
  const entries = new Map<string, HistoryEntry>();
  for (const entry of pages.flatMap((page) => page.entries)) {
    if (entry.applicationId === applicationId) entries.set(entry.id, entry);
  }
  return [...entries.values()].sort((one, other) => other.version - one.version);
}

/** The history of all applications, in no order. */
export async function readAllEntries(mirror: Mirror): Promise<HistoryEntry[]> {
  const pages = await readPages(mirror, await mirror.historyPages.toCollection().primaryKeys());
  return [...new Map(pages.flatMap(({ entries }) => entries).map((one) => [one.id, one])).values()];
}

/** The entries with a version above this one. */
export async function entriesAbove(mirror: Mirror, version: number): Promise<HistoryEntry[]> {
  const ids = await mirror.historyPages.toCollection().primaryKeys();
  const pages = await readPages(
    mirror,
    ids.filter((id) => contentOf(id).to > version),
  );
  const entries = pages.flatMap((page) => page.entries).filter((one) => one.version > version);
  return [...new Map(entries.map((one) => [one.id, one])).values()];
}

/** Puts entries of the full pull `generation`, except those that are here already. */
export async function putEntries(
  mirror: Mirror,
  entries: readonly HistoryEntry[],
  generation: number,
): Promise<void> {
  const sorted = [...entries].sort((one, other) => one.version - other.version);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (!first || !last) return;
  const ids = await mirror.historyPages.toCollection().primaryKeys();
  const near = ids.filter((id) => {
    const page = contentOf(id);
    if (page.generation !== generation || page.from > last.version) return false;
    return page.to >= first.version && sorted.some((one) => isWithin(page, one));
  });
  const known = new Set((await readPages(mirror, near)).flatMap((page) => page.entries.map(keyOf)));
  const fresh = sorted.filter((entry) => !known.has(keyOf(entry)));
  await mirror.historyPages.bulkAdd(pagesOf(fresh, generation));
}

/** Removes the entries of these applications: all, or only those for which `isGone` returns true. */
export async function removeEntries(
  mirror: Mirror,
  applicationIds: readonly string[],
  isGone: (entry: HistoryEntry) => boolean = () => true,
): Promise<void> {
  const gone = new Set(applicationIds);
  if (gone.size === 0) return;
  const of = mirror.historyPages.where('of').anyOf([...gone]);
  for (const page of await readPages(mirror, await of.distinct().primaryKeys())) {
    const entries = page.entries.filter((one) => !gone.has(one.applicationId) || !isGone(one));
    if (entries.length === page.entries.length) continue;
    await mirror.historyPages.delete(page.id);
    await mirror.historyPages.bulkAdd(pagesOf(entries, contentOf(page.id).generation));
  }
}

/**
 * Removes the older copies of entries that come again without the words of an erased person, who may have written into
 * the history of somebody else. Nothing else changes an entry. Call it once the rows are written.
 */
export async function removeErased(
  mirror: Mirror,
  entries: readonly HistoryEntry[],
): Promise<void> {
  const list = MirroredList.of(mirror, 'applications');
  const again = entries.filter(({ applicationId, notes, previousStatus, newStatus }) => {
    const row = list.get(applicationId);
    return row && (isAnonymised(row) || (notes === null && previousStatus === newStatus));
  });
  const versions = new Map(again.map(({ id, version }) => [id, version]));
  const of = again.map(({ applicationId }) => applicationId);
  await removeEntries(mirror, of, ({ id, version }) => version < (versions.get(id) ?? 0));
}

/**
 * Removes the history of applications that were deleted for good and made again from the same inquiry, under the same id.
 * Call it before the new rows are written.
 */
export async function removeEarlierHistory(
  mirror: Mirror,
  rows: readonly VersionedRow[],
): Promise<void> {
  const known = MirroredList.of(mirror, 'applications');
  const again = (rows as readonly Application[]).filter(({ id, createdAt }) => {
    const before = known.get(id);
    return before && before.createdAt !== createdAt;
  });
  const ids = again.map(({ id }) => id);
  await removeEntries(mirror, ids);
}

/** The checksums of all entries; reads only the ids of the pages. */
export async function historyTotals({ historyPages }: Mirror): Promise<Totals> {
  const totals = { count: 0, sum: 0 };
  for (const id of await historyPages.toCollection().primaryKeys()) {
    const { count, sum } = contentOf(id);
    totals.count += count;
    totals.sum += sum;
  }
  return totals;
}

/** Removes the older half of the pages. Returns false if there was none. */
export async function trimHistory({ historyPages }: Mirror): Promise<boolean> {
  const ids = await historyPages.toCollection().primaryKeys();
  const oldestFirst = ids.sort((one, other) => contentOf(one).to - contentOf(other).to);
  await historyPages.bulkDelete(oldestFirst.slice(0, Math.ceil(ids.length / 2)));
  return ids.length > 0;
}

/** Whether entries are missing because they made room. Call it alone or in a transaction on `meta`. */
export async function isTrimmed({ meta }: Mirror): Promise<boolean> {
  return (await meta.get('history-trimmed')) !== undefined;
}

/** Notes that a full pull has brought all entries, unless some have made room since it began. */
export async function untrim({ meta }: Mirror, generation: number): Promise<void> {
  const trimmed = await meta.get('history-trimmed');
  const isBefore = trimmed && 'at' in trimmed && trimmed.generation < generation;
  if (isBefore) await meta.delete('history-trimmed');
}

/** Removes the rest of earlier full pulls. */
export async function sweepHistory({ historyPages }: Mirror, generation: number): Promise<void> {
  const ids = await historyPages.toCollection().primaryKeys();
  await historyPages.bulkDelete(ids.filter((id) => contentOf(id).generation < generation));
}

/** Pages that cannot be read are removed: the next pull finds that they are missing. */
export async function readPages(
  { historyPages }: Mirror,
  ids: readonly string[],
): Promise<HistoryPage[]> {
  const pages: HistoryPage[] = [];
  for (const id of ids) {
    const page = await historyPages.get(id).catch(() => undefined);
    // Its id tells of its entries.
    if (page && sumOf(page.entries, 0) === contentOf(id).sum) pages.push(page);
    else void Dexie.ignoreTransaction(() => historyPages.delete(id)).catch(() => undefined);
  }
  return pages;
}

function pagesOf(entries: readonly HistoryEntry[], generation: number): HistoryPage[] {
  const pages: HistoryPage[] = [];
  for (let at = 0; at < entries.length; at += PAGE_SIZE) {
    const some = entries.slice(at, at + PAGE_SIZE);
    const versions = some.map(({ version }) => version);
    const [from, to] = [Math.min(...versions), Math.max(...versions)];
    const sum = sumOf(some, 0);
    pages.push({
      id: [generation, from, to, some.length, sum, newId()].join(' '),
      of: [...new Set(some.map(({ applicationId }) => applicationId))],
      entries: some,
    });
  }
  return pages;
}

/** What the id of a page says about it; `from` and `to` are versions. */
function contentOf(id: string) {
  const [generation = 0, from = 0, to = 0, count = 0, sum = 0] = id.split(' ').map(Number);
  return { generation, from, to, count, sum };
}

function isWithin({ from, to }: { from: number; to: number }, { version }: HistoryEntry): boolean {
  return from <= version && version <= to;
}

function keyOf({ id, version }: HistoryEntry): string {
  return `${id} ${version}`;
}
