import { expect, test } from 'vitest';
import {
  EMPTY_QUEUE,
  type EngineEvent,
  type EngineState,
  initialState,
  isInTrouble,
  reduce,
  retryDelay,
} from './engine-state.ts';

const LISTS = ['applications', 'contacts'] as const;
const STARTED = initialState(LISTS, { isOffline: false, isSignedOut: false });
const MINUTE = 60_000;

function after(state: EngineState, ...events: EngineEvent[]): EngineState {
  return events.reduce(reduce, state);
}

function want(wanted: 'due' | 'again' | 'all'): EngineEvent {
  return { type: 'wanted', wanted };
}

const NOW = Date.parse('2026-03-01T14:00:00Z');
const failed = { type: 'round-ended', isHeard: false, now: NOW } as const;
const heard = { type: 'round-ended', isHeard: true, now: NOW } as const;
const begun = { type: 'round-begun' } as const;

test('a start owes every list that is not fresh', () => {
  expect(STARTED.owed).toEqual({ applications: 'if-stale', contacts: 'if-stale' });
});

test('the state is plain data: it survives a print', () => {
  const state = after(STARTED, want('all'), begun, { type: 'progress', at: 1, of: 3 });
  expect(JSON.parse(JSON.stringify(state))).toEqual(state);
});

test.each([
  [['due', 'again'], 'again'],
  [['again', 'due'], 'again'],
  [['due', 'all', 'again'], 'all'],
] as const)('wishes %s make one round that sends %s', (wishes, wanted) => {
  expect(after(STARTED, ...wishes.map(want)).wanted).toBe(wanted);
});

test('a wish while a round runs is kept for the next one', () => {
  const state = after(STARTED, want('all'), begun, want('due'), heard);
  expect(state).toMatchObject({ wanted: 'due' });
});

test('after a failed round only a return or a person is answered at once', () => {
  expect(after(STARTED, want('all'), begun, want('due'), failed).wanted).toBeNull();
  expect(after(STARTED, want('due'), begun, want('again'), failed).wanted).toBe('again');
});

test('failures count up until the server is heard', () => {
  const twice = after(STARTED, begun, failed, begun, failed);
  expect(twice.failures).toBe(2);
  expect(isInTrouble(twice)).toBe(true);
  expect(after(twice, begun, heard).failures).toBe(0);
});

test('the server heard again, or a sign-in, owes every list and asks for one round', () => {
  const all = { applications: 'always', contacts: 'always' };
  for (const [lost, back] of [
    [
      { type: 'connection-changed', isOffline: true, now: NOW },
      { type: 'connection-changed', isOffline: false, now: NOW },
    ],
    [
      { type: 'session-changed', isSignedOut: true },
      { type: 'session-changed', isSignedOut: false },
    ],
  ] as const) {
    const away = after(STARTED, { type: 'owed-pulled' }, lost);
    expect(away).toMatchObject({ wanted: null, owed: {} });
    expect(after(away, back)).toMatchObject({ wanted: 'again', owed: all });
    expect(after(STARTED, back)).toMatchObject({ wanted: null, owed: STARTED.owed });
  }
});

test('a drain owes what it touched; with a stream, or after a restore, every list', () => {
  const touched = new Set(['contacts'] as const);
  const drained = { type: 'drained', sent: 2, touched, restored: false } as const;
  const quiet = after(STARTED, { type: 'owed-pulled' });
  const live = after(quiet, { type: 'live-changed', isLive: true });
  expect(after(quiet, drained)).toMatchObject({ sent: 2, owed: { contacts: 'always' } });
  expect(after(quiet, drained).owed).not.toHaveProperty('applications');
  const all = { applications: 'always', contacts: 'always' };
  expect(after(live, drained).owed).toEqual(all);
  expect(after(quiet, { ...drained, touched: new Set(), restored: true }).owed).toEqual(all);
  expect(after(live, { ...drained, touched: new Set() }).owed).toEqual({});
});

test('a new change, or a database that was replaced, asks for a round; a removed change does not', () => {
  const queued = (newest: number, isSettled = true): EngineEvent => ({
    type: 'queue-changed',
    queue: { ...EMPTY_QUEUE, newest, isSettled },
  });
  const once = after(STARTED, queued(5));
  expect(once.wanted).toBe('due');
  const rested = after(once, begun, heard);
  expect(after(rested, queued(4)).wanted).toBeNull();
  expect(after(rested, queued(4), queued(5)).wanted).toBeNull();
  expect(after(rested, queued(0, false)).wanted).toBe('due');
});

test('progress is shown until its round ends', () => {
  const sending = after(STARTED, begun, { type: 'progress', at: 2, of: 3 });
  expect(sending.sending).toEqual({ at: 2, of: 3 });
  expect(after(sending, heard).sending).toBeNull();
  expect(after(sending, failed).sending).toBeNull();
});

test('a retry waits ten seconds at most in the first five minutes that somebody looks on', () => {
  const later = { ...failed, now: NOW + MINUTE };
  const state = after(STARTED, failed, ...Array.from({ length: 11 }, () => later));
  expect(state.troubledSince).toBe(NOW);
  const longest = (at: number, isVisible: boolean) =>
    Math.max(...Array.from({ length: 200 }, () => retryDelay(state, at, isVisible)));
  expect(longest(NOW + MINUTE, true)).toBeLessThanOrEqual(10_000);
  expect(longest(NOW + MINUTE, false)).toBeGreaterThan(10_000);
  expect(longest(NOW + 6 * MINUTE, true)).toBeGreaterThan(10_000);
});

test('trouble that is over is forgotten', () => {
  expect(after(STARTED, failed, heard).troubledSince).toBeNull();
  const away = { type: 'connection-changed', isOffline: true, now: NOW } as const;
  expect(after(STARTED, away).troubledSince).toBe(NOW);
  expect(after(STARTED, away, { ...away, isOffline: false }).troubledSince).toBeNull();
});
