import { waitBeforeRetry } from '#pwa/lib/time/backoff.ts';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import { LONGEST_WAIT } from '#pwa/sync/retry-time.ts';
import type { FailedAttempt } from './failed-attempt.ts';
import type { After } from './lanes.ts';

/** As many failures in a row mean that the server is in trouble, not a single change. */
const TROUBLE = 4;
/** A change that failed so often while others passed waits as long as any: an hour. */
const OFTEN = 8;

/** Why sending stopped before every change was tried; null if it did not. */
export type Stop = 'cut-off' | 'signed-out' | 'restored' | null;

/** What a failure changes in an outbox entry. */
export type EntryUpdate = Partial<
  Pick<OutboxEntry, 'state' | 'tries' | 'nextTryAt' | 'notBefore' | 'reason' | 'failure'>
>;

/** A change that stays in the outbox. */
export interface Failed {
  entry: OutboxEntry;
  update: EntryUpdate;
}

/** Where the attempt was made. */
export interface Situation {
  /** The server cannot be reached at all, not by this request alone. */
  isOffline: boolean;
  /** Changes that the server has accepted in this drain. */
  sent: number;
  /** How many attempts in a row were told to come later, this one included. */
  failures: number;
  /** Milliseconds since 1970. */
  now: number;
}

/** What follows from a failure: for the changes, for their lanes, and for the drain. */
export interface Consequence {
  after: After;
  stop: Stop;
  failed: Failed[];
}

/**
 * Decides what becomes of the changes of one request that failed as a whole: one change sent alone,
 * or all changes of a batch. Pure.
 */
export function afterFailure(
  entries: readonly OutboxEntry[],
  attempt: FailedAttempt,
  situation: Situation,
): Consequence {
  const tries = (entries[0]?.tries ?? 0) + 1;
  const { after, stop, update } =
    entries.length > 1 ? ofBatch(tries, attempt, situation) : ofOne(tries, attempt, situation);
  const failed = entries.map((entry) => ({
    entry,
    // One wait for all of a batch, so that they go together again; each counts its own tries.
    update: 'tries' in update ? { ...update, tries: entry.tries + 1 } : update,
  }));
  return { after, stop, failed };
}

interface Decision {
  after: After;
  stop: Stop;
  update: EntryUpdate;
}

function ofBatch(tries: number, attempt: FailedAttempt, situation: Situation): Decision {
  const { verdict, failure, retryAfter } = attempt;
  if (verdict === 'later') {
    // Due at once: the engine's own backoff decides when the whole batch is sent again.
    const update = { tries, failure, nextTryAt: 0, ...askedToWait(retryAfter, situation.now) };
    return { after: 'stopped', stop: 'cut-off', update };
  }
  // The request was refused, not one of its changes: they go again in smaller batches, then alone.
  const isAboutUser = failure.code === 'forbidden';
  if (verdict === 'refused' && !isAboutUser) return { after: 'again', stop: null, update: {} };
  return ofOne(tries, attempt, situation);
}

function ofOne(tries: number, attempt: FailedAttempt, situation: Situation): Decision {
  const { verdict, failure, problem, neverLeft } = attempt;
  switch (verdict) {
    case 'cut-off':
      if (!situation.isOffline) return stopped(null, backoff(tries, attempt, situation));
      return stopped('cut-off', neverLeft ? {} : { tries, failure });
    case 'signed-out':
      return stopped('signed-out', { tries, failure });
    case 'restored':
      return stopped('restored', {});
    case 'held':
      return { after: 'again', stop: null, update: {} };
    case 'refused': {
      const reason = problem && { status: failure.status ?? 0, problem };
      return stopped(null, { state: 'refused', reason, failure });
    }
    default: {
      const isServerInTrouble = situation.failures >= TROUBLE || failure.status === 429;
      return stopped(isServerInTrouble ? 'cut-off' : null, backoff(tries, attempt, situation));
    }
  }
}

function stopped(stop: Stop, update: EntryUpdate): Decision {
  return { after: 'stopped', stop, update };
}

function backoff(tries: number, attempt: FailedAttempt, { sent, now }: Situation): EntryUpdate {
  const setApart = tries >= OFTEN && sent > 0 ? LONGEST_WAIT : 0;
  const own = now + Math.max(setApart, waitBeforeRetry(tries));
  const asked = askedToWait(attempt.retryAfter, now);
  const nextTryAt = Math.max(own, asked.nextTryAt ?? 0);
  return { ...asked, tries, nextTryAt, failure: attempt.failure };
}

/** What `Retry-After` means for a change: an hour at most. */
function askedToWait(
  retryAfter: number | null,
  now: number,
): Pick<EntryUpdate, 'nextTryAt' | 'notBefore'> {
  if (retryAfter === null) return {};
  const at = now + Math.min(retryAfter, LONGEST_WAIT);
  return { nextTryAt: at, notBefore: at };
}
