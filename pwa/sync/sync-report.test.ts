import { expect, test } from 'vitest';
import { syncReport } from './sync-report.ts';

const NOW = Date.parse('2026-03-01T14:06:00Z');
const CONTEXT = {
  app: 'sync-page-1a2b.js',
  browser: 'Mozilla/5.0 (iPhone)',
  isOffline: false,
  isSignedOut: false,
  now: NOW,
};
const ENTRY = {
  type: 'status-changed',
  state: 'waiting',
  queuedAt: '2026-03-01T14:00:00.000Z',
  tries: 0,
  nextTryAt: 0,
} as const;

test('a report names the build, the browser, the connection and how much is queued', () => {
  expect(syncReport([ENTRY, { ...ENTRY, state: 'refused' }], CONTEXT).split('\n')).toEqual([
    'Sync report',
    'made: 2026-03-01T14:06:00.000Z',
    'app: sync-page-1a2b.js',
    'browser: Mozilla/5.0 (iPhone)',
    'server: reached',
    'session: open',
    'changes: 1 waiting, 1 refused',
    '- status-changed: waiting, made 2026-03-01T14:00:00.000Z, 0 tries, no failure',
    '- status-changed: refused, made 2026-03-01T14:00:00.000Z, 0 tries, no failure',
  ]);
});

test('a report says that the server is not reached, that the session has ended, and an unknown build', () => {
  const text = syncReport([], { ...CONTEXT, app: null, isOffline: true, isSignedOut: true });
  expect(text).toContain('app: unknown\n');
  expect(text).toContain('server: not reached\nsession: ended\nchanges: 0 waiting, 0 refused');
});

test.each([
  [
    { status: 500, code: 'internal', requestId: '1a2b-3c' } as const,
    'status 500 internal request 1a2b-3c',
  ],
  [{ status: 502, code: null, requestId: null }, 'status 502'],
  [{ status: null, code: null, requestId: null }, 'no answer'],
  [{ status: 200, code: null, requestId: '1a2b' }, 'status 200 request 1a2b'],
])('a failed change tells its last failure: %o', (failure, told) => {
  const at = Date.parse('2026-03-01T14:05:00Z');
  const nextTryAt = Date.parse('2026-03-01T14:07:00Z');
  const failed = { ...ENTRY, tries: 1, nextTryAt, failure: { ...failure, at } };
  expect(syncReport([failed], CONTEXT).split('\n').at(-1)).toBe(
    '- status-changed: waiting, made 2026-03-01T14:00:00.000Z, 1 try, ' +
      `next try 2026-03-01T14:07:00.000Z, last failure 2026-03-01T14:05:00.000Z: ${told}`,
  );
});

test('a report has no personal data: no record, no person, no text of a change', () => {
  const whole = {
    ...ENTRY,
    v: 2,
    key: '0190a1b2-secret-key',
    entity: 'application:secret-id',
    dependsOn: 'secret-dependency',
    path: '/api/applications/secret-path',
    body: { status: 'signed', notes: 'secret note' },
    seen: { id: 'secret-id', playerName: 'secret name' },
    reason: {
      status: 400,
      problem: { code: 'invalid-input', message: 'secret said', fields: { email: 'secret mail' } },
    },
  } as const;
  expect(syncReport([whole], CONTEXT)).not.toContain('secret');
});
