import { serverNow } from '#pwa/lib/time/server-clock.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import type { Acknowledged, OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import type { ListName } from '#pwa/local/database/rows.ts';
import { laneOf } from './lane.ts';

/**
 * How long an accepted change is kept, in milliseconds: half as long as the server remembers its key.
 * A longer time could replay a change whose key the server has forgotten.
 */
export const KEPT_FOR = 30 * 24 * 60 * 60_000;
/** How many of the newest changes are kept. The last group is kept whole. */
export const MOST_KEPT = 2_000;
/** How often a page looks for older changes, in milliseconds. */
const LOOK_EVERY = 60 * 60_000;

/**
 * Keeps accepted changes, so that they can be replayed if a backup replaces the server's database.
 * Call it in the transaction that removes them from the outbox.
 *
 * @param already the keys of the changes that found their record as they want it
 */
export async function keepAcknowledged(
  { acknowledged }: Mirror,
  entries: readonly OutboxEntry[],
  already: ReadonlySet<string> = new Set(),
): Promise<void> {
  if (entries.length === 0) return;
  const waiting = { state: 'waiting', tries: 1, nextTryAt: 0, reason: null } as const;
  const isAlready = { already: true } as const;
  await acknowledged.add({
    at: serverNow(),
    size: entries.length,
    entries: entries.map((entry) => ({
      ...entry,
      ...waiting,
      ...(already.has(entry.key) && isAlready),
    })),
  });
}

/** Those of these changes that the server has accepted and that are kept, by key; the newest are looked at first. */
export async function findAcknowledged(
  { acknowledged }: Mirror,
  keys: readonly string[],
): Promise<Map<string, OutboxEntry>> {
  const wanted = new Set(keys);
  const found = new Map<string, OutboxEntry>();
  for (let before = Number.POSITIVE_INFINITY; found.size < wanted.size; ) {
    const part = await acknowledged.where(':id').below(before).reverse().limit(PART).toArray();
    for (const entry of part.flatMap(({ entries }) => entries)) {
      if (wanted.has(entry.key)) found.set(entry.key, entry);
    }
    if (part.length < PART) break;
    before = part.at(-1)?.id ?? 0;
  }
  return found;
}

/** How many answers are read at a time. */
const PART = 100;

/** When each mirror was last cleaned, in milliseconds since the page was loaded. */
const lookedAt = new WeakMap<Mirror, number>();

/**
 * Deletes changes older than KEPT_FOR and the oldest above MOST_KEPT, at most once an hour. Call it
 * just after an answer of the server, whose clock decides.
 */
export async function forgetOldAcknowledged(mirror: Mirror): Promise<void> {
  const now = performance.now();
  if (now - (lookedAt.get(mirror) ?? Number.NEGATIVE_INFINITY) < LOOK_EVERY) return;
  lookedAt.set(mirror, now);
  const { acknowledged } = mirror;
  await mirror.transaction('rw', acknowledged, async () => {
    const oldest = serverNow() - KEPT_FOR;
    await acknowledged.where('[at+size]').below([oldest]).delete();
    // Reads only the keys of the index: [at, size], oldest first.
    const left = (await acknowledged.orderBy('[at+size]').keys()) as unknown as [number, number][];
    let count = 0;
    const tooOld = left.findLastIndex(([, size]) => {
      const isTooOld = count >= MOST_KEPT;
      count += size;
      return isTooOld;
    });
    const last = left[tooOld];
    if (last) await acknowledged.where('[at+size]').belowOrEqual(last).delete();
  });
}

/**
 * Deletes the changes of deleted records, because they may hold personal data. Call it in a
 * transaction on `acknowledged`.
 */
export function forgetAcknowledgedOf(
  mirror: Mirror,
  list: ListName,
  ids: readonly (string | number)[],
): Promise<void> {
  const gone = new Set(ids.map((id) => laneOf(list, id)));
  return forget(mirror, ({ entity }) => gone.has(entity));
}

/** Deletes the changes of a whole list that this user may no longer see. */
export function forgetAcknowledgedIn(mirror: Mirror, list: ListName): Promise<void> {
  return forget(mirror, ({ entity }) => entity.startsWith(laneOf(list, '')));
}

async function forget(
  { acknowledged }: Mirror,
  isGone: (entry: OutboxEntry) => boolean,
): Promise<void> {
  for (const batch of await acknowledged.toArray()) {
    await keepOnly({ acknowledged }, batch, (entry) => !isGone(entry));
  }
}

/** Keeps only some entries of a group. */
export async function keepOnly(
  { acknowledged }: Pick<Mirror, 'acknowledged'>,
  batch: Acknowledged,
  isKept: (entry: OutboxEntry) => boolean,
): Promise<void> {
  const entries = batch.entries.filter(isKept);
  if (entries.length === batch.size) return;
  if (entries.length === 0) await acknowledged.delete(batch.id);
  else await acknowledged.put({ ...batch, size: entries.length, entries });
}
