import { serverNow } from '#pwa/lib/time/server-clock.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import type { Ended, Ending, OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import type { ListName } from '#pwa/local/database/rows.ts';
import { laneOf } from './lane.ts';

/**
 * How long it is known how a change ended, in milliseconds: half as long as the server remembers its key.
 * A longer time could replay a change whose key the server has forgotten.
 */
export const KEPT_FOR = 30 * 24 * 60 * 60_000;
/** How many of the newest accepted changes are kept for a replay. The last group is kept whole. */
export const MOST_KEPT = 2_000;
/** How often a page looks for older changes, in milliseconds. */
const LOOK_EVERY = 60 * 60_000;

/**
 * Writes down how changes end. Accepted ones are kept, so that they can be replayed if a backup replaces the server's
 * database. Call it in the transaction that removes them from the outbox.
 */
export async function writeEnding(
  { ended }: Mirror,
  how: Ending,
  changes: readonly OutboxEntry[],
): Promise<void> {
  if (changes.length === 0) return;
  const waiting = { state: 'waiting', tries: 1, nextTryAt: 0, reason: null } as const;
  const isAccepted = how === 'accepted' || how === 'already';
  const entries = isAccepted ? changes.map((entry) => ({ ...entry, ...waiting })) : [];
  const keys = changes.map(({ key }) => key);
  await ended.add({ at: serverNow(), how, keys, size: entries.length, entries });
}

/** Drops changes, and writes down how they ended. Call it in a transaction on `outbox` and `ended`. */
export async function drop(
  mirror: Mirror,
  how: Exclude<Ending, 'accepted' | 'already'>,
  changes: readonly OutboxEntry[],
): Promise<void> {
  await mirror.outbox.bulkDelete(changes.map(({ seq }) => seq));
  await writeEnding(mirror, how, changes);
}

/** Drops the queued reverses of changes that made nothing: there is nothing to undo. As `drop`. */
export async function dropReverses(mirror: Mirror, undone: ReadonlySet<string>): Promise<void> {
  if (undone.size === 0) return;
  const reverses = mirror.outbox.filter(({ undoes = '' }) => undone.has(undoes));
  await drop(mirror, 'undone', await reverses.toArray());
}

/** How those of these changes ended that have left the outbox, by key; the newest are looked at first. */
export async function endingsOf(
  { ended }: Mirror,
  keys: readonly string[],
): Promise<Map<string, Ending>> {
  const wanted = new Set(keys);
  const found = new Map<string, Ending>();
  for (let before = Number.POSITIVE_INFINITY; wanted.size > 0; ) {
    const part = await ended.where(':id').below(before).reverse().limit(PART).toArray();
    for (const { how, keys } of part) {
      for (const key of keys) if (wanted.delete(key)) found.set(key, how);
    }
    if (part.length < PART) break;
    before = part.at(-1)?.id ?? 0;
  }
  return found;
}

/** How many groups are read at a time. */
const PART = 100;

/** When each mirror was last cleaned, in milliseconds since the page was loaded. */
const lookedAt = new WeakMap<Mirror, number>();

/**
 * Forgets the endings older than KEPT_FOR and the oldest changes above MOST_KEPT, at most once an hour. Call it
 * just after an answer of the server, whose clock decides.
 */
export async function forgetOldEndings(mirror: Mirror): Promise<void> {
  const now = performance.now();
  if (now - (lookedAt.get(mirror) ?? Number.NEGATIVE_INFINITY) < LOOK_EVERY) return;
  lookedAt.set(mirror, now);
  const { ended } = mirror;
  await mirror.transaction('rw', ended, async () => {
    const oldest = serverNow() - KEPT_FOR;
    await ended.where('[at+size]').below([oldest]).delete();
    // Reads only the keys of the index: [at, size], oldest first.
    const left = (await ended.orderBy('[at+size]').keys()) as unknown as [number, number][];
    let count = 0;
    const tooOld = left.findLastIndex(([, size]) => {
      const isTooOld = count >= MOST_KEPT;
      count += size;
      return isTooOld;
    });
    const last = left[tooOld];
    if (!last) return;
    const old = ended
      .where('[at+size]')
      .belowOrEqual(last)
      .and(({ size }) => size > 0);
    await old.modify({ size: 0, entries: [] });
  });
}

/** Deletes the changes of a whole list that this user may no longer see. */
export function forgetEndedIn(mirror: Mirror, list: ListName): Promise<void> {
  return forgetEnded(mirror, ({ entity }) => entity.startsWith(laneOf(list, '')));
}

/** Forgets what changes said; how they ended stays. Call it in a transaction on `ended`. */
export async function forgetEnded(
  mirror: Mirror,
  isGone: (entry: OutboxEntry) => boolean,
): Promise<void> {
  for (const group of await mirror.ended.toArray()) {
    await keepOnly(mirror, group, (entry) => !isGone(entry));
  }
}

/** Keeps only some entries of a group. */
export async function keepOnly(
  { ended }: Mirror,
  group: Ended,
  isKept: (entry: OutboxEntry) => boolean,
): Promise<void> {
  const entries = group.entries.filter(isKept);
  if (entries.length < group.size) await ended.put({ ...group, size: entries.length, entries });
}
