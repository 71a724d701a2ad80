import { newIdAt } from '#contract/fields/ids.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import { reopening } from '#pwa/local/database/reopening.ts';
import { outboxTables, withState } from './in-flight.ts';

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
        refusedBefore: entry.reason,
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

/** A queued change with its present state. Call it in a transaction on `outboxTables`. */
export async function entryOf(mirror: Mirror, key: string): Promise<OutboxEntry | undefined> {
  const [entry] = await withState(mirror, await mirror.outbox.where('key').equals(key).toArray());
  return entry;
}

const requests = new EventTarget();

/** Asks the sync engine to send the outbox now, without waiting for its next retry. */
export function requestSend(): void {
  requests.dispatchEvent(new Event('send'));
}

/** Calls `listener` on each such request. Returns a function that unsubscribes. */
export function onSendRequest(listener: () => void): () => void {
  requests.addEventListener('send', listener);
  return () => requests.removeEventListener('send', listener);
}
