import { expect, test } from 'vitest';
import { PROBLEMS, type ProblemCode } from '#contract/problems.ts';
import { classify, type Verdict } from './classify.ts';

/** What each problem of the contract means for a change; a new one needs a line here. */
const MEANINGS: Record<ProblemCode, Verdict> = {
  'invalid-input': 'refused',
  'invalid-json': 'refused',
  'signed-out': 'signed-out',
  'wrong-credentials': 'signed-out',
  'password-ended': 'signed-out',
  'passkey-refused': 'signed-out',
  'recovery-code-refused': 'signed-out',
  'second-factor-needed': 'signed-out',
  forbidden: 'refused',
  'new-password-needed': 'later',
  'second-factor-missing': 'later',
  'fresh-sign-in-needed': 'later',
  'cross-site': 'refused',
  'registration-closed': 'refused',
  'not-found': 'refused',
  'application-not-found': 'refused',
  'contact-not-found': 'refused',
  'campaign-not-found': 'refused',
  'person-not-found': 'refused',
  'user-not-found': 'refused',
  'session-not-found': 'refused',
  'link-not-found': 'refused',
  'mail-not-found': 'refused',
  'email-not-confirmed': 'refused',
  'no-mail-server': 'refused',
  'site-version-not-found': 'refused',
  'view-not-found': 'refused',
  'passkey-not-found': 'refused',
  'method-not-allowed': 'refused',
  'username-taken': 'refused',
  'application-exists': 'refused',
  'campaign-exists': 'refused',
  'published-meanwhile': 'refused',
  'own-account': 'refused',
  'account-in-use': 'refused',
  'last-passkey': 'refused',
  'too-many-passkeys': 'refused',
  'too-many-views': 'refused',
  'too-many-corrections': 'refused',
  'link-used': 'refused',
  'link-expired': 'refused',
  'challenge-expired': 'refused',
  restored: 'restored',
  'body-too-large': 'refused',
  'not-json': 'refused',
  'wrong-host': 'later',
  'handed-over': 'later',
  'key-reused': 'refused',
  held: 'held',
  'too-many-requests': 'later',
  internal: 'later',
  'not-ready': 'later',
  busy: 'later',
  'storage-full': 'later',
};

test.each(Object.entries(MEANINGS))('our %s means %s', (code, verdict) => {
  expect(classify({ status: PROBLEMS[code as ProblemCode], code })).toBe(verdict);
});

test.each([
  [null, 'cut-off'],
  [199, 'later'],
  [200, 'accepted'],
  [201, 'accepted'],
  [204, 'accepted'],
  [300, 'later'],
  [302, 'later'],
  [401, 'later'],
  [403, 'later'],
  [404, 'later'],
  [408, 'later'],
  [409, 'later'],
  [412, 'later'],
  [424, 'later'],
  [429, 'later'],
  [502, 'later'],
  [504, 'later'],
] as const)('%s without a body of ours means %s', (status, verdict) => {
  expect(classify({ status, code: null })).toBe(verdict);
});

test.each([408, 425])('our own %s means later', (status) => {
  expect(classify({ status, code: 'internal' })).toBe('later');
});
