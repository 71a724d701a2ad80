import { newIdAt } from '#contract/fields/ids.ts';
import { definitionOf } from '#pwa/local/changes/registry.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import { reopening } from '#pwa/local/database/reopening.ts';
import { LISTS } from '#pwa/local/database/rows.ts';
import { MirroredList, withLists } from '#pwa/local/rows/mirrored-list.ts';
import { findAcknowledged } from './acknowledged.ts';
import { outboxTables, withState } from './in-flight.ts';
import { requestSend } from './send-request.ts';
import { withoutDropped } from './without-dropped.ts';

/**
 * Retries a refused change in its old place. It gets a new key of the same moment, because the server
 * repeats its old answer for the old key. The exception is `forbidden`, which the server answers
 * before it looks at the key: that change keeps its key, because it may have been applied before.
 *
 * @returns the key under which the change is now queued; the same key if it was not refused
 */
export async function retry(mirror: Mirror, key: string): Promise<string> {
  const another = newIdAt(key);
  const again = await reopening(mirror, () =>
    mirror.transaction('rw', outboxTables(mirror), async () => {
      const entry = await entryOf(mirror, key);
      // Lost its connection after the commit: the entry has its new key.
      if (!entry && (await entryOf(mirror, another))) return another;
      if (entry?.state !== 'refused') return key;
      const isUnread = entry.reason?.problem.code === 'forbidden';
      const fresh = isUnread ? key : another;
      await mirror.outbox.update(entry.seq, {
        key: fresh,
        state: 'waiting',
        tries: 0,
        nextTryAt: 0,
        reason: null,
      });
      await mirror.outbox.filter(({ dependsOn }) => dependsOn === key).modify({ dependsOn: fresh });
      return fresh;
    }),
  );
  requestSend();
  return again;
}

/**
 * Rewrites a change that is only on this phone: refused, or never sent. It keeps its place and is
 * queued again.
 *
 * @returns false when it may have been sent by now, and so was not rewritten
 */
export async function revise(
  mirror: Mirror,
  key: string,
  rewrite: (entry: OutboxEntry) => OutboxEntry['body'],
): Promise<boolean> {
  const revised = await reopening(mirror, () =>
    mirror.transaction('rw', outboxTables(mirror), async () => {
      const entry = await entryOf(mirror, key);
      if (!entry || !isOnlyHere(entry)) return false;
      await mirror.outbox.update(entry.seq, { body: rewrite(entry) });
      return true;
    }),
  );
  if (revised) await retry(mirror, key);
  return revised;
}

/** Whether the server certainly does not have a change: it refused it, or was never sent it. */
export function isOnlyHere({ state, tries }: Pick<OutboxEntry, 'state' | 'tries'>): boolean {
  return state === 'refused' || (state === 'waiting' && tries === 0);
}

/**
 * Drops a change for good because the person says so. The queued changes to a record that it would
 * have created are dropped with it, because they have nothing left to change.
 *
 * @returns how many changes were dropped; 0 when it is in flight or already sent
 */
export async function discard(mirror: Mirror, key: string): Promise<number> {
  return (await drop(mirror, key)).dropped;
}

/**
 * What undo came to. `undone`: the change is gone without a trace. `unanswered`: it is gone from here
 * but may have reached the server. `sending` and `sent`: it is in flight or accepted, so it was not
 * undone.
 */
export type UndoResult = 'undone' | 'unanswered' | 'sending' | 'sent';

/**
 * Undoes a change that was just made, with the changes that build on it. One that was discarded meanwhile
 * is `unanswered`.
 *
 * @param unsentOnly leaves a change that may have reached the server in the queue: it counts as `sending`
 */
export async function takeBack(
  mirror: Mirror,
  key: string,
  { unsentOnly = false } = {},
): Promise<UndoResult> {
  const { entry, dropped } = await drop(mirror, key, unsentOnly ? isOnlyHere : undefined);
  if (!entry) return (await findAcknowledged(mirror, [key])).has(key) ? 'sent' : 'unanswered';
  if (dropped === 0) return 'sending';
  return isOnlyHere(entry) ? 'undone' : 'unanswered';
}

/** Drops a change unless it is in flight; returns its state before, and how many changes are gone. */
function drop(
  mirror: Mirror,
  key: string,
  mayDrop: (entry: OutboxEntry) => boolean = () => true,
): Promise<Dropped> {
  // What an attempt has dropped that lost its connection after the commit.
  let before: Dropped = { dropped: 0 };
  return reopening(mirror, () =>
    withLists(mirror, 'rw', { lists: LISTS, tables: outboxTables(mirror) }, async () => {
      const entry = await entryOf(mirror, key);
      if (!entry) return before;
      if (entry.state === 'sending') return { entry, dropped: 0 };
      if (!mayDrop(entry)) return { entry, dropped: 0 };
      const built = await withState(mirror, await builtOn(mirror, entry));
      const lost = built.filter(({ state }) => state !== 'sending');
      await mirror.outbox.bulkDelete([entry, ...lost].map(({ seq }) => seq));
      if (isOnlyHere(entry)) await forgetDropped(mirror, entry);
      before = { entry, dropped: 1 + lost.length };
      return before;
    }),
  );
}

interface Dropped {
  /** The change as it was; absent if there is none. */
  entry?: OutboxEntry;
  /** How many changes are gone. */
  dropped: number;
}

/** Later changes that the server does not have either forget what they saw of a dropped one. */
async function forgetDropped(mirror: Mirror, dropped: OutboxEntry): Promise<void> {
  const lane = await mirror.outbox.where('entity').equals(dropped.entity).sortBy('seq');
  const later = await withState(
    mirror,
    lane.filter(({ seq }) => seq > dropped.seq),
  );
  await mirror.outbox.bulkPut(withoutDropped(dropped, later.filter(isOnlyHere)));
}

async function entryOf(mirror: Mirror, key: string): Promise<OutboxEntry | undefined> {
  const [entry] = await withState(mirror, await mirror.outbox.where('key').equals(key).toArray());
  return entry;
}

/** The queued changes to a record that `entry` would have created. */
async function builtOn(mirror: Mirror, entry: OutboxEntry): Promise<OutboxEntry[]> {
  const { list, makes } = definitionOf(entry);
  if (!makes) return [];
  if (makes.list === list) {
    const lane = await mirror.outbox.where('entity').equals(entry.entity).toArray();
    return lane.filter(({ seq }) => seq > entry.seq);
  }
  // If another phone has created the record, the changes to it keep their meaning.
  if (MirroredList.of(mirror, makes.list).get(makes.id(entry))) return [];
  return mirror.outbox.filter(({ dependsOn }) => dependsOn === entry.key).toArray();
}
