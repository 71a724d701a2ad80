import { liveQuery } from 'dexie';
import type { ReceivedProblem } from '#contract/problems.ts';
import { connection, isOffline } from '#pwa/lib/connection.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import type { Ending, OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import { endingsOf } from './ended.ts';

/** How many changes were accepted, were refused, are still queued, and were dropped meanwhile. */
export interface Outcomes {
  sent: number;
  /** How many of the accepted ones a person is asked about, because another person changed the record. */
  asked: number;
  /** How many of the accepted ones had nothing to change, so that there is nothing to undo. */
  already: number;
  refused: number;
  waiting: number;
  dropped: number;
  /** Why the first refused one was refused. */
  reason: ReceivedProblem | null;
}

/** How long a person waits for the outcome, in milliseconds. */
const TIMEOUT = 4_000;

/**
 * Waits a short time for the outcomes of changes that were queued together. One is 'waiting' after TIMEOUT, and as soon
 * as its first attempt fails or the phone is known to be offline. Never throws: in a mirror that cannot be read all are
 * 'waiting'.
 *
 * @param until waits until this is aborted instead, also offline and after failed attempts
 */
export async function outcomesOf(
  mirror: Mirror,
  keys: readonly string[],
  until?: AbortSignal,
): Promise<Outcomes> {
  const left = await lastSeen({
    read: async () => mirror.outbox.where('key').anyOf(keys).toArray(),
    isEnd: (entries) => entries.every((entry) => isOver(entry, until)),
    until,
  });
  const gone = new Set(keys);
  for (const { key } of left ?? []) gone.delete(key);
  const ended = left && (await endedAmong(mirror, [...gone]).catch(() => null));
  if (!left || !ended) {
    const none = { sent: 0, asked: 0, already: 0, refused: 0, dropped: 0 };
    return { ...none, waiting: keys.length, reason: null };
  }
  const reasons = left.flatMap(({ state, reason }) => (state === 'refused' && reason) || []);
  const refused = reasons.length;
  const [sent, dropped] = [ended.accepted.length, ended.dropped.length];
  return {
    sent,
    asked: ended.asked.length,
    already: ended.already.length,
    refused,
    // A sign-out has forgotten how the others ended.
    waiting: left.length - refused + gone.size - sent - dropped,
    dropped,
    reason: reasons[0]?.problem ?? null,
  };
}

/**
 * Those of these changes that were dropped, those that the server has accepted, and which of them have no Undo: an open
 * question asks about them, or they found their record as they want it.
 */
export async function endedAmong(
  mirror: Mirror,
  keys: readonly string[],
): Promise<Record<'accepted' | 'asked' | 'already' | 'dropped', string[]>> {
  const endings = await endingsOf(mirror, keys);
  const inQuestion = new Set((await mirror.questions.toArray()).map(({ key }) => key));
  const thatEnded = (...ways: Ending[]) =>
    [...endings].filter(([, how]) => ways.includes(how)).map(([key]) => key);
  const accepted = thatEnded('accepted', 'already');
  return {
    accepted,
    asked: accepted.filter((key) => inQuestion.has(key)),
    already: thatEnded('already'),
    dropped: thatEnded('undone', 'unanswered'),
  };
}

interface Watched<T> {
  /** An async function by its own word, if it calls one: see `live-queries.test.ts`. */
  read: () => Promise<T>;
  isEnd: (seen: T) => boolean;
  until: AbortSignal | undefined;
}

/**
 * The last value of a live query: at its end, or when `until` is aborted; without `until` when the timeout ends or the
 * phone goes offline. Null when there was none.
 */
async function lastSeen<T>({ read, isEnd, until }: Watched<T>): Promise<T | null> {
  if (until ? until.aborted : isOffline()) return null;
  return new Promise((resolve) => {
    let last: T | null = null;
    const settle = (): void => {
      clearTimeout(timer);
      unsubscribe();
      until?.removeEventListener('abort', settle);
      query.unsubscribe();
      resolve(last);
    };
    until?.addEventListener('abort', settle);
    const timer = until ? undefined : setTimeout(settle, TIMEOUT);
    const unsubscribe = connection.subscribe(() => !until && isOffline() && settle());
    const query = liveQuery(read).subscribe({
      next: (seen) => {
        last = seen;
        if (isEnd(seen)) settle();
      },
      error: settle,
    });
  });
}

/** Whether nothing else is to be waited for; with `until` only a refusal ends the wait for what is queued. */
function isOver({ state, tries, reason }: OutboxEntry, until: AbortSignal | undefined): boolean {
  if (state === 'refused' && reason) return true;
  return !until && tries > 0;
}
