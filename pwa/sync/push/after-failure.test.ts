import { expect, test } from 'vitest';
import { ApiError, Unreachable } from '#pwa/api/api-error.ts';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import { afterFailure, readFailure } from './after-failure.ts';

const NOW = Date.parse('2026-03-01T14:05:00Z');
const CALM = { isOffline: false, sent: 0, failures: 1, now: NOW };
const HOUR = 60 * 60_000;

function waiting(seq = 1, tries = 0): OutboxEntry {
  return {
    type: 'follow-up-set',
    body: { followUpOn: null },
    seen: { id: 'a', followUpOn: null, contactId: null },
    seq,
    key: `key-${seq}`,
    entity: `application:${seq}`,
    dependsOn: null,
    method: 'PUT',
    path: '/api/x',
    queuedAt: '2026-03-01T14:00:00Z',
    state: 'waiting',
    tries,
    nextTryAt: 0,
    reason: null,
  };
}

function answer(status: number, code: string | null, headers: Record<string, string> = {}) {
  const type = code === null ? 'text/html' : 'application/json';
  const body = code === null ? 'Bad gateway' : JSON.stringify({ code, message: 'No.' });
  const said = {
    status,
    statusText: '',
    headers: new Headers({ 'Content-Type': type, ...headers }),
  };
  return attempted(new ApiError(said, body));
}

function attempted(error: Error) {
  const attempt = readFailure(error, NOW);
  if (!attempt) throw new Error('Not a failure to send.');
  return attempt;
}

const nothing = attempted(new Unreachable('No answer.'));
const noNetwork = attempted(new Unreachable('No network.', { neverLeft: true }));

test.each([
  ['no answer while others are answered', nothing, CALM, null, 'stopped'],
  ['no answer at all', nothing, { ...CALM, isOffline: true }, 'cut-off', 'stopped'],
  ['no network', noNetwork, { ...CALM, isOffline: true }, 'cut-off', 'stopped'],
  ['a gateway', answer(502, null), CALM, null, 'stopped'],
  [
    'the fourth failure in a row',
    answer(500, 'internal'),
    { ...CALM, failures: 4 },
    'cut-off',
    'stopped',
  ],
  ['too many requests', answer(429, 'too-many-requests'), CALM, 'cut-off', 'stopped'],
  ['an ended session', answer(401, 'signed-out'), CALM, 'signed-out', 'stopped'],
  ['a restored database', answer(412, 'restored'), CALM, 'restored', 'stopped'],
  ['a held call', answer(424, 'held'), CALM, null, 'again'],
  ['a refusal', answer(404, 'contact-not-found'), CALM, null, 'stopped'],
] as const)('%s stops what it must for one change', (_name, attempt, situation, stop, after) => {
  expect(afterFailure([waiting()], attempt, situation)).toMatchObject({ stop, after });
});

test('a change remembers its last failure with the id of the request', () => {
  const attempt = answer(500, 'internal', { 'X-Request-Id': '1a2b' });
  const [failed] = afterFailure([waiting()], attempt, CALM).failed;
  const failure = { status: 500, code: 'internal', requestId: '1a2b', at: NOW };
  expect(failed?.update).toMatchObject({ tries: 1, failure });
  expect(failed?.update.nextTryAt).toBeGreaterThan(NOW);
});

test('an answer that the contract does not promise is told apart from none', () => {
  const unusable = { status: 200, requestId: '1a2b' };
  const attempt = attempted(new Unreachable('Not what was promised.', { answer: unusable }));
  expect(attempt).toMatchObject({ verdict: 'cut-off', failure: unusable });
});

test('a refused change keeps the reason and counts no try', () => {
  const [failed] = afterFailure([waiting()], answer(404, 'contact-not-found'), CALM).failed;
  const problem = { code: 'contact-not-found', message: 'No.' };
  expect(failed?.update).toMatchObject({ state: 'refused', reason: { status: 404, problem } });
  expect(failed?.update).not.toHaveProperty('tries');
});

test.each([
  ['that the server may have', nothing, { ...CALM, isOffline: true }],
  ['that met an ended session', answer(401, 'signed-out'), CALM],
])('a change %s counts as tried and keeps its failure', (_, attempt, situation) => {
  const [failed] = afterFailure([waiting(1, 2)], attempt, situation).failed;
  expect(failed?.update).toEqual({ tries: 3, failure: attempt.failure });
});

test('what never left the phone, was held or is to be replayed is unchanged', () => {
  for (const [attempt, isOffline] of [
    [noNetwork, true],
    [answer(424, 'held'), false],
    [answer(412, 'restored'), false],
  ] as const) {
    const { failed } = afterFailure([waiting()], attempt, { ...CALM, isOffline });
    expect(failed).toMatchObject([{ update: {} }]);
    expect(Object.keys(failed[0]?.update ?? {})).toEqual([]);
  }
});

test('Retry-After is obeyed up to an hour', () => {
  const wait = (seconds: string) =>
    afterFailure([waiting()], answer(503, 'not-ready', { 'Retry-After': seconds }), CALM).failed[0]
      ?.update;
  expect(wait('120')).toMatchObject({ notBefore: NOW + 120_000, nextTryAt: NOW + 120_000 });
  expect(wait('86400')).toMatchObject({ notBefore: NOW + HOUR });
});

test('a change that failed eight times while others passed is retried hourly', () => {
  const at = (sent: number, tries = 7) =>
    afterFailure([waiting(1, tries)], answer(500, 'internal'), { ...CALM, sent }).failed[0]?.update
      .nextTryAt ?? 0;
  expect(at(1)).toBe(NOW + HOUR);
  expect(at(0)).toBeLessThanOrEqual(NOW + 60_000);
  expect(at(1, 6)).toBeLessThanOrEqual(NOW + 60_000);
});

test('a batch that meets a server in trouble waits as a whole, each change with its own tries', () => {
  const batch = [waiting(1, 0), waiting(2, 3)];
  const { stop, after, failed } = afterFailure(batch, answer(503, 'not-ready'), CALM);
  expect([stop, after]).toEqual(['cut-off', 'stopped']);
  expect(failed).toMatchObject([
    { update: { tries: 1, nextTryAt: 0 } },
    { update: { tries: 4, nextTryAt: 0 } },
  ]);
});

test('a batch that stalls while others are answered is due together again', () => {
  const { failed } = afterFailure([waiting(1), waiting(2)], nothing, CALM);
  expect(failed[0]?.update.nextTryAt).toBe(failed[1]?.update.nextTryAt);
});

test('a batch that is refused as a request is split, and refuses no change', () => {
  const { after, stop, failed } = afterFailure(
    [waiting(1), waiting(2)],
    answer(413, 'body-too-large'),
    CALM,
  );
  expect([after, stop]).toEqual(['again', null]);
  expect(failed).toMatchObject([{ update: {} }, { update: {} }]);
  expect(failed[0]?.update.state).toBeUndefined();
});

test('a batch that meets an ended session waits for the sign-in and is not split', () => {
  const { after, stop } = afterFailure([waiting(1), waiting(2)], answer(401, 'signed-out'), CALM);
  expect([after, stop]).toEqual(['stopped', 'signed-out']);
});

test('a batch of a user who may not send is refused, each change with its reason', () => {
  const { failed } = afterFailure([waiting(1), waiting(2)], answer(403, 'forbidden'), CALM);
  expect(failed.map(({ update }) => update.state)).toEqual(['refused', 'refused']);
});

test('a failure is read from the answer, from none, and from nothing else', () => {
  const said = { status: 503, statusText: '', headers: new Headers({ 'Retry-After': '7' }) };
  const ours = new ApiError(said, JSON.stringify({ code: 'not-ready', message: 'No.' }), true);
  const failure = { status: 503, code: 'not-ready', requestId: null, at: NOW };
  expect(readFailure(ours, NOW)).toMatchObject({
    verdict: 'later',
    failure,
    retryAfter: 7_000,
    neverLeft: false,
  });
  expect(readFailure(new ApiError(said, 'Bad gateway'), NOW)).toMatchObject({
    verdict: 'later',
    failure: { ...failure, code: null },
  });
  const none = { status: null, code: null, requestId: null, at: NOW };
  const unreachable = { verdict: 'cut-off', problem: null, retryAfter: null } as const;
  expect(readFailure(new Unreachable('No answer.'), NOW)).toEqual({
    ...unreachable,
    failure: none,
    neverLeft: false,
  });
  const answered = new Unreachable('Unusable.', { answer: { status: 200, requestId: '1a' } });
  expect(readFailure(answered, NOW)?.failure).toEqual({ ...none, status: 200, requestId: '1a' });
  expect(readFailure(new TypeError('a bug'), NOW)).toBeNull();
});
