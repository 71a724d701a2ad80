import type { LiveEvent } from '#contract/live.ts';
import { waitBeforeRetry } from '#pwa/lib/time/backoff.ts';
import type { Loss } from '#pwa/local/database/meta-state.ts';
import type { ListName } from '#pwa/local/database/rows.ts';
import type { Wanted } from './push/push.ts';

/** The longest wait for a retry in the first minutes of trouble while the page is visible, in ms. */
const LOOKED_AT = 10_000;
const FIRST_MINUTES = 5 * 60_000;

/** The outbox and the open questions, as counted in the mirror. */
export interface Queue {
  /** Changes not yet accepted, without the refused ones. */
  waiting: number;
  refused: number;
  /** Questions for the person: fields that both sides have changed. */
  conflicts: number;
  /** The highest `seq` in the outbox; 0 if it is empty. */
  newest: number;
  /** False when a backup may have replaced the server's database. */
  isSettled: boolean;
}

/** Everything the engine knows, as plain data: print it to see why it does what it does. */
export interface EngineState {
  /** The lists that this user may see. */
  readonly lists: readonly ListName[];
  /** A round is sending; what it has to pull comes after it. */
  readonly isSending: boolean;
  /** What the next round sends; null for no round. */
  readonly wanted: Wanted | null;
  /** Rounds in a row in which the server was not heard, or in trouble. */
  readonly failures: number;
  /** When this trouble began, in ms since 1970; null without trouble. */
  readonly troubledSince: number | null;
  readonly isOffline: boolean;
  readonly isSignedOut: boolean;
  /** The stream of events is open. */
  readonly isLive: boolean;
  /** The server's newest event. */
  readonly heard: LiveEvent | null;
  /** Lists to pull after the next round: `always`, or only `if-stale`. */
  readonly owed: Readonly<Partial<Record<ListName, 'if-stale' | 'always'>>>;
  readonly queue: Queue;
  /** The newest change in flight, counted from 1, and how many there are; null when none is. */
  readonly sending: { at: number; of: number } | null;
  /** How many changes the server has accepted from this tab. */
  readonly sent: number;
  /** Changes lost with a storage that the browser has cleared; null where nothing is to be told. */
  readonly loss: Loss | null;
}

export type EngineEvent =
  /** Something asks for a round. */
  | { type: 'wanted'; wanted: Wanted }
  | { type: 'round-begun' }
  | { type: 'progress'; at: number; of: number }
  | { type: 'drained'; sent: number; touched: ReadonlySet<ListName>; restored: boolean }
  /** `now` in ms since 1970. */
  | { type: 'round-ended'; isHeard: boolean; now: number }
  | { type: 'owed-pulled' }
  | { type: 'pulls-failed'; lists: readonly ListName[] }
  | { type: 'connection-changed'; isOffline: boolean; now: number }
  | { type: 'session-changed'; isSignedOut: boolean }
  | { type: 'live-changed'; isLive: boolean }
  | { type: 'heard'; event: LiveEvent }
  | { type: 'queue-changed'; queue: Queue }
  | { type: 'loss-known'; loss: Loss | null };

export const EMPTY_QUEUE: Queue = {
  waiting: 0,
  refused: 0,
  conflicts: 0,
  newest: 0,
  isSettled: true,
};

/** An engine that has just started owes every list that is not fresh. */
export function initialState(
  lists: readonly ListName[],
  now: Pick<EngineState, 'isOffline' | 'isSignedOut'>,
): EngineState {
  return {
    lists,
    isSending: false,
    wanted: null,
    failures: 0,
    troubledSince: null,
    isLive: false,
    heard: null,
    owed: Object.fromEntries(lists.map((list) => [list, 'if-stale'])),
    queue: EMPTY_QUEUE,
    sending: null,
    sent: 0,
    loss: null,
    ...now,
  };
}

/** The only place that changes the engine's state. Pure. */
export function reduce(state: EngineState, event: EngineEvent): EngineState {
  const next = step(state, event);
  if (!isInTrouble(next)) return { ...next, troubledSince: null };
  return 'now' in event ? { ...next, troubledSince: next.troubledSince ?? event.now } : next;
}

function step(state: EngineState, event: EngineEvent): EngineState {
  switch (event.type) {
    case 'wanted':
      return want(state, event.wanted);
    case 'round-begun':
      return { ...state, isSending: true, wanted: null };
    case 'progress':
      return { ...state, sending: { at: event.at, of: event.of } };
    case 'drained':
      return drained(state, event);
    case 'round-ended':
      return roundEnded(state, event.isHeard);
    case 'owed-pulled':
      return { ...state, owed: {} };
    case 'pulls-failed':
      return { ...state, owed: owing(state, event.lists) };
    case 'connection-changed': {
      const changed = { ...state, isOffline: event.isOffline };
      return state.isOffline && !event.isOffline ? reconnected(changed) : changed;
    }
    case 'session-changed': {
      const changed = { ...state, isSignedOut: event.isSignedOut };
      return state.isSignedOut && !event.isSignedOut ? reconnected(changed) : changed;
    }
    case 'live-changed':
      return { ...state, isLive: event.isLive };
    case 'heard':
      return { ...state, heard: event.event };
    case 'queue-changed':
      return queueChanged(state, event.queue);
    case 'loss-known':
      return { ...state, loss: event.loss };
  }
}

/** Whether the server is not heard, or fails. */
export function isInTrouble({ failures, isOffline }: EngineState): boolean {
  return failures > 0 || isOffline;
}

/** How long to wait before the next round while in trouble, in milliseconds. */
export function retryDelay(state: EngineState, now: number, isVisible: boolean): number {
  const wait = waitBeforeRetry(Math.max(1, state.failures));
  const isFresh = now - (state.troubledSince ?? now) < FIRST_MINUTES;
  return isVisible && isFresh ? Math.min(wait, LOOKED_AT) : wait;
}

const RANKS: Record<Wanted, number> = { due: 0, again: 1, all: 2 };

/** `all` includes `again`, which includes `due`. */
function want(state: EngineState, wanted: Wanted): EngineState {
  const isMore = state.wanted === null || RANKS[wanted] > RANKS[state.wanted];
  return isMore ? { ...state, wanted } : state;
}

/** The server is heard again, or takes this user's calls again: drain, then pull, once. */
function reconnected(state: EngineState): EngineState {
  return want({ ...state, owed: owing(state, state.lists) }, 'again');
}

function drained(
  state: EngineState,
  { sent, touched, restored }: Extract<EngineEvent, { type: 'drained' }>,
): EngineState {
  // An open stream reports what this phone has changed, too: one pull of all lists answers it.
  const isReported = state.isLive && touched.size > 0;
  const lists = restored || isReported ? state.lists : [...touched];
  return { ...state, sent: state.sent + sent, owed: owing(state, lists) };
}

function owing({ owed }: EngineState, lists: readonly ListName[]): EngineState['owed'] {
  return { ...owed, ...Object.fromEntries(lists.map((list) => [list, 'always'])) };
}

function roundEnded(state: EngineState, isHeard: boolean): EngineState {
  const ended = { ...state, isSending: false, sending: null };
  if (isHeard) return { ...ended, failures: 0 };
  // The timer handles due retries; after a failure only a return or a person starts one at once.
  const wanted = state.wanted === 'due' ? null : state.wanted;
  return { ...ended, wanted, failures: state.failures + 1 };
}

/**
 * What is new is sent, what a restored server has lost, and what waited behind a refused change that a person has
 * discarded. A server that may have been restored is asked, also when nothing is queued.
 */
function queueChanged(state: EngineState, queue: Queue): EngineState {
  const { newest, waiting, isSettled, refused } = state.queue;
  const changed = { ...state, queue: { ...queue, newest: Math.max(newest, queue.newest) } };
  const isFreed = queue.refused < refused && queue.waiting > 0;
  const isMore = queue.newest > newest || queue.waiting > waiting;
  const isInDoubt = isSettled && !queue.isSettled;
  return isMore || isInDoubt || isFreed ? want(changed, 'due') : changed;
}
