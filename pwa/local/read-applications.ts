import { Dexie } from 'dexie';
import type { Application } from '#contract/applications.ts';
import type { Mirror, Mirrored } from './mirror.ts';
import { type ApplicationEntry, isOfCampaign } from './outbox-entry.ts';
import {
  type ApplicationRow,
  applicationOf,
  byApplication,
  foldApplication,
  foldHistory,
  type HistoryRow,
} from './overlay.ts';
import { RowCache } from './row-cache.ts';

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
  return mirror.transaction('r', mirror.applications, mirror.outbox, async () => {
    const changes = byApplication(await mirror.outbox.toArray());
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
    const untouched = newest.flatMap((row) =>
      changes.has(row.id) ? [] : [{ ...row, waiting: null }],
    );
    const laidOver = ids.flatMap(
      (id, at) => foldApplication(touched[at], changes.get(id) ?? []) ?? [],
    );
    const made = laidOver.filter((_, at) => touched[at] === undefined).length;
    const rows = [...laidOver, ...untouched].sort((a, b) => newerFirst(a.updatedAt, b.updatedAt));
    return { rows: rows.slice(0, limit), total: count + made };
  });
}

/** Every application with what waits laid over it, in no order. */
export function readAllApplications(mirror: Mirror): Promise<ApplicationRow[]> {
  const { applications, outbox, meta } = mirror;
  return mirror.transaction('r', applications, outbox, meta, async () => {
    const [entries, state] = await Promise.all([outbox.toArray(), meta.get('applications')]);
    const rows = await cacheOf(mirror).read(applications, state);
    const changes = byApplication(entries);
    const seen = [...rows.values()];
    if (changes.size === 0) return seen;
    const untouched: ApplicationRow[] = seen.filter(({ id }) => !changes.has(id));
    for (const [id, lane] of changes) {
      const row = foldApplication(rows.get(id), lane);
      if (row) untouched.push(row);
    }
    return untouched;
  });
}

const caches = new WeakMap<Mirror, RowCache<string, Mirrored<Application>>>();

function cacheOf(mirror: Mirror): RowCache<string, Mirrored<Application>> {
  const cache = caches.get(mirror) ?? new RowCache();
  caches.set(mirror, cache);
  return cache;
}

/** One application with what waits laid over it; null when neither the mirror nor the outbox has it. */
export function readApplication(mirror: Mirror, id: string): Promise<ApplicationRow | null> {
  return mirror.transaction('r', mirror.applications, mirror.outbox, async () => {
    const row = await mirror.applications.get(id);
    return foldApplication(row, await changesOf(mirror, id)) ?? null;
  });
}

/** The history of one application, newest first, with the changes that wait on top. */
export function readHistory(mirror: Mirror, id: string): Promise<HistoryRow[]> {
  return mirror.transaction('r', mirror.applications, mirror.history, mirror.outbox, async () => {
    const recorded = await mirror.history
      .where('[applicationId+version]')
      .between([id, Dexie.minKey], [id, Dexie.maxKey])
      .reverse()
      .toArray();
    const row = await mirror.applications.get(id);
    return foldHistory(recorded, row, await changesOf(mirror, id));
  });
}

/** The changes to one application that wait, oldest first, its conversion among them. */
async function changesOf(mirror: Mirror, id: string): Promise<ApplicationEntry[]> {
  const entries = await mirror.outbox.filter((entry) => applicationOf(entry) === id).toArray();
  return entries.filter((entry) => !isOfCampaign(entry));
}

function newerFirst(one: string, other: string): number {
  if (one === other) return 0;
  return one > other ? -1 : 1;
}
