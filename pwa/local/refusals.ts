import { v7 } from 'uuid';
import { applicationIdOf, timeOfId } from '#contract/ids.ts';
import type { Mirror } from './mirror.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { reopening } from './reopening.ts';
import { requestSend } from './send-request.ts';
import { asTheyStand, outboxTables } from './under-way.ts';

/**
 * Sends a refused change again, in its old place. It gets a new key of the same moment, for under the
 * old one the server would repeat its old answer. Only who may not enter is refused before any key is
 * looked at: that change keeps its key, under which it may have been applied before.
 *
 * @returns the key under which the change now waits; the same one when it was not refused
 */
export async function retry(mirror: Mirror, key: string): Promise<string> {
  const again = await reopening(mirror, () =>
    mirror.transaction('rw', outboxTables(mirror), async () => {
      const entry = await entryOf(mirror, key);
      if (entry?.state !== 'refused') return key;
      const isUnread = entry.reason?.problem.code === 'forbidden';
      const fresh = isUnread ? key : v7({ msecs: timeOfId(key) ?? Date.now() });
      await mirror.outbox.update(entry.seq, {
        key: fresh,
        tellsSeen: true,
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
 * Puts other text into a change that the server does not have: one that it refused, or one that was
 * never sent. It keeps its place, and waits again.
 *
 * @returns false when it may have been sent by now, so that its text is no longer only here
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

/** Whether the server does not have a change for certain: it refused it, or was never sent it. */
export function isOnlyHere({ state, tries }: Pick<OutboxEntry, 'state' | 'tries'>): boolean {
  return state === 'refused' || (state === 'waiting' && tries === 0);
}

/**
 * Drops a change for good, because a person says so (Q-33: undo before sending). With a change that
 * made a record go the changes that wait for that record, for nothing is left that they could change.
 *
 * @returns how many changes were dropped; 0 when it is being sent at this moment, or already sent
 */
export async function discard(mirror: Mirror, key: string): Promise<number> {
  return (await drop(mirror, key)).dropped;
}

/**
 * What became of a change that a person takes back: gone without a trace; gone from here, though it may
 * have reached the server; being sent at this moment, or already sent, and so not taken back.
 */
export type TakenBack = 'undone' | 'unanswered' | 'sending' | 'sent';

/** Takes a change back that was just made, with what was built on it. */
export async function takeBack(mirror: Mirror, key: string): Promise<TakenBack> {
  const { entry, dropped } = await drop(mirror, key);
  if (!entry) return 'sent';
  if (dropped === 0) return 'sending';
  return isOnlyHere(entry) ? 'undone' : 'unanswered';
}

/** Takes several changes back; answers what became of each, the last first. */
export async function takeAllBack(mirror: Mirror, keys: readonly string[]): Promise<TakenBack[]> {
  const became: TakenBack[] = [];
  // The last first: what was built on another change goes before it.
  for (const key of [...keys].reverse()) became.push(await takeBack(mirror, key));
  return became;
}

/** Drops a change that is not being sent; answers how it stood, and how many are gone with it. */
function drop(mirror: Mirror, key: string): Promise<{ entry?: OutboxEntry; dropped: number }> {
  return reopening(mirror, () =>
    mirror.transaction('rw', [...outboxTables(mirror), mirror.applications], async () => {
      const entry = await entryOf(mirror, key);
      if (!entry) return { dropped: 0 };
      if (entry.state === 'sending') return { entry, dropped: 0 };
      const built = await asTheyStand(mirror, await builtOn(mirror, entry));
      const lost = built.filter(({ state }) => state !== 'sending');
      await mirror.outbox.bulkDelete([entry, ...lost].map(({ seq }) => seq));
      return { entry, dropped: 1 + lost.length };
    }),
  );
}

async function entryOf(mirror: Mirror, key: string): Promise<OutboxEntry | undefined> {
  const [entry] = await asTheyStand(mirror, await mirror.outbox.where('key').equals(key).toArray());
  return entry;
}

/** The later changes of a record that `entry` would have made. */
async function builtOn(mirror: Mirror, entry: OutboxEntry): Promise<OutboxEntry[]> {
  if (entry.type === 'application-created' || entry.type === 'campaign-created') {
    const lane = await mirror.outbox.where('entity').equals(entry.entity).toArray();
    return lane.filter(({ seq }) => seq > entry.seq);
  }
  if (entry.type !== 'contact-converted') return [];
  // Another phone may have converted the contact: then the record is there, and the changes too.
  if (await mirror.applications.get(applicationIdOf(entry.seen.id))) return [];
  return mirror.outbox.filter(({ dependsOn }) => dependsOn === entry.key).toArray();
}
