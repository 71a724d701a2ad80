import { serverNow } from '#pwa/lib/server-clock.ts';
import type { ListName, Mirror } from './mirror.ts';
import {
  applicationEntity,
  campaignEntity,
  contactEntity,
  type OutboxEntry,
} from './outbox-entry.ts';

/**
 * How long a change is kept after the server has taken it, in milliseconds: half as long as the server
 * knows its key, so that none that it has is ever taken for one that it lost.
 */
export const KEPT_FOR = 30 * 24 * 60 * 60_000;
/** How many are kept, the newest; what left the outbox with the last of them is kept whole. */
export const MOST_KEPT = 2_000;
/** How often a page looks for what is older, in milliseconds. */
const LOOK_EVERY = 60 * 60_000;

/** What left the outbox together, because the server had taken it. */
export interface Acknowledged {
  id: number;
  /** When, in milliseconds since 1970 by the server's clock. */
  at: number;
  /** How many entries there are. */
  size: number;
  /** As they are sent again: what may have arrived already waits, as tried. */
  entries: OutboxEntry[];
}
export type NewAcknowledged = Omit<Acknowledged, 'id'>;

/**
 * Keeps changes that the server has taken, for a while: should a backup take the place of its database,
 * they are offered again (fault 32). Call it in the transaction in which they leave the outbox.
 */
export async function keepAcknowledged(
  { acknowledged }: Mirror,
  entries: readonly OutboxEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const waiting = { state: 'waiting', tries: 1, nextTryAt: 0, reason: null } as const;
  await acknowledged.add({
    at: serverNow(),
    size: entries.length,
    entries: entries.map((entry) => ({ ...entry, ...waiting })),
  });
}

/** When each mirror was looked through, in milliseconds since the page was loaded. */
const lookedAt = new WeakMap<Mirror, number>();

/**
 * Forgets what is older than 30 days, and the oldest of too many; once an hour. To be called when the
 * server has just answered, for its clock decides.
 */
export async function forgetOldAcknowledged(mirror: Mirror): Promise<void> {
  const now = performance.now();
  if (now - (lookedAt.get(mirror) ?? Number.NEGATIVE_INFINITY) < LOOK_EVERY) return;
  lookedAt.set(mirror, now);
  const { acknowledged } = mirror;
  await mirror.transaction('rw', acknowledged, async () => {
    const oldest = serverNow() - KEPT_FOR;
    await acknowledged.where('[at+size]').below([oldest]).delete();
    // Only the keys of the index are read: [at, size], the oldest first.
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
 * Forgets changes of these records: what was written about a person goes with the person. Call it in a
 * transaction on `acknowledged`.
 */
export function forgetAcknowledgedOf(
  mirror: Mirror,
  list: ListName,
  ids: readonly (string | number)[],
): Promise<void> {
  const gone = new Set(ids.map((id) => `${LANES[list]}${id}`));
  return forget(mirror, ({ entity }) => gone.has(entity));
}

/** Forgets changes of all records of a list, which this user may not see any more. */
export function forgetAcknowledgedIn(mirror: Mirror, list: ListName): Promise<void> {
  return forget(mirror, ({ entity }) => entity.startsWith(LANES[list]));
}

/** What the lanes of a list's records begin with. */
const LANES: Record<ListName, string> = {
  applications: applicationEntity(''),
  contacts: contactEntity(''),
  campaigns: campaignEntity(''),
};

async function forget(
  { acknowledged }: Mirror,
  isGone: (entry: OutboxEntry) => boolean,
): Promise<void> {
  for (const kept of await acknowledged.toArray()) {
    await keepOnly({ acknowledged }, kept, (entry) => !isGone(entry));
  }
}

/** Keeps of what left the outbox together only these. */
export async function keepOnly(
  { acknowledged }: Pick<Mirror, 'acknowledged'>,
  kept: Acknowledged,
  isKept: (entry: OutboxEntry) => boolean,
): Promise<void> {
  const entries = kept.entries.filter(isKept);
  if (entries.length === kept.size) return;
  if (entries.length === 0) await acknowledged.delete(kept.id);
  else await acknowledged.put({ ...kept, size: entries.length, entries });
}
