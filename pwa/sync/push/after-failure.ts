import type { ReceivedProblem } from '#contract/problems.ts';
import { ApiError, Unreachable } from '#pwa/api/api-error.ts';
import { classify, type Verdict } from '#pwa/lib/classify.ts';
import { waitBeforeRetry } from '#pwa/lib/time/backoff.ts';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import type { SendFailure } from '#pwa/local/database/rows.ts';
import type { EntryUpdate, Failed } from '#pwa/local/outbox/in-flight.ts';

/** As many failures in a row mean that the server is in trouble, not a single change. */
const TROUBLE = 4;
/** A change that failed so often while others passed waits as long as any: an hour. */
const OFTEN = 8;

/**
 * What becomes of a taken change: it is gone from the outbox; it stops its lane until the next drain;
 * or it may be taken again at once.
 */
export type After = 'gone' | 'stopped' | 'again';

/** Why sending stopped before every change was tried; null if it did not. */
export type Stop = 'cut-off' | 'signed-out' | 'restored' | null;

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

/** An attempt to send that was not accepted. */
export interface FailedAttempt {
  verdict: Verdict;
  /** The part that is stored with the change. */
  failure: SendFailure;
  problem: ReceivedProblem | null;
  /** Milliseconds that the server asks to wait; null if it does not. */
  retryAfter: number | null;
  /** The browser had no network: nothing of the request has left the phone. */
  neverLeft: boolean;
}

/**
 * Reads what `request` has thrown.
 *
 * @param at milliseconds since 1970
 * @returns null for an error that says nothing about the server, so for a bug
 */
export function readFailure(error: unknown, at: number): FailedAttempt | null {
  if (error instanceof Unreachable) {
    const { status = null, requestId = null } = error.answer ?? {};
    return {
      verdict: classify({ status: null, code: null }),
      failure: { status, code: null, requestId, at },
      problem: null,
      retryAfter: null,
      neverLeft: error.neverLeft,
    };
  }
  if (!(error instanceof ApiError)) return null;
  const { status, problem, requestId, retryAfter } = error;
  const code = problem?.code ?? null;
  return {
    verdict: classify({ status, code }),
    failure: { status, code, requestId, at },
    problem,
    retryAfter,
    neverLeft: false,
  };
}

/** The longest wait for a retry, by our own backoff or by `Retry-After`, in milliseconds. */
export const LONGEST_WAIT = 60 * 60_000;

/** The fields that decide when a change is retried. */
type Retried = Pick<OutboxEntry, 'nextTryAt' | 'notBefore' | 'failure'>;

/**
 * When a change that failed is due, in milliseconds since 1970; 0 for at once. A change is
 * due at once also if the clock was set back after its time was set.
 *
 * @param now milliseconds since 1970
 */
export function dueAt(entry: Retried, now: number): number {
  return isPossible(entry, entry.nextTryAt, now) ? entry.nextTryAt : 0;
}

/** When the first of these changes is tried again, in ms since 1970 by the clock of this device; null for at once. */
export function nextTryOf(entries: readonly Retried[], now = Date.now()): number | null {
  const due = Math.min(...entries.map((entry) => dueAt(entry, now)));
  return due > now ? due : null;
}

/** As `dueAt`, by `Retry-After` alone: our own backoff does not count. */
export function allowedAt(entry: Retried, now: number): number {
  const { notBefore = 0 } = entry;
  return isPossible(entry, notBefore, now) ? notBefore : 0;
}

/** False for a wait that begins in the future, or is longer than any wait. */
function isPossible({ failure }: Retried, at: number, now: number): boolean {
  return at - now <= LONGEST_WAIT && (failure?.at ?? 0) <= now;
}
