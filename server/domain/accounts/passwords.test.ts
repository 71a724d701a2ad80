import { hash as hashAsTyped } from '@node-rs/argon2';
import * as v from 'valibot';
import { expect, test, vi } from 'vitest';
import { password } from '#contract/auth.ts';
import { hashPassword, isCommonPassword, isOutdated, verifyPassword } from './passwords.ts';

test('V11.4.2 a password is hashed with argon2id at the cost that OWASP recommends', async () => {
  const { PASSWORD_COST } =
    await vi.importActual<typeof import('./password-cost.ts')>('./password-cost.ts');
  expect(PASSWORD_COST).toEqual({ memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  expect(await hashPassword('left-back-of-the-year')).toMatch(/^\$argon2id\$/);
});

test('V11.2.2 a hash matches its own password only, and is outdated at another cost', async () => {
  const hash = await hashPassword('left-back-of-the-year');
  expect(await verifyPassword('left-back-of-the-year', hash)).toBe(true);
  expect(await verifyPassword('right-back-of-the-year', hash)).toBe(false);
  expect(await verifyPassword('left-back-of-the-year', null)).toBe(false);
  expect(isOutdated(hash)).toBe(false);
  expect(isOutdated(hash.replace('t=1', 't=2'))).toBe(true);
});

test('V6.2.5 a password may have any characters, and counts to its last letter and in its case', async () => {
  const long = `${'  🦊 ñ'.repeat(33)}Aa`;
  expect(v.is(password, long)).toBe(true);
  const hash = await hashPassword(long);
  expect(await verifyPassword(long, hash)).toBe(true);
  for (const other of [`${long.slice(0, -1)}A`, long.toLowerCase(), long.trim()]) {
    expect(await verifyPassword(other, hash)).toBe(false);
  }
});

test.each([
  ...['michael', 'jennifer', 'Jessica1', 'andrea', 'ronaldo', 'Passwort!', 'motdepasse', 'azerty'],
  ...[
    'abcdef',
    'ABCDEF1',
    '987654321',
    'fedcba',
    'zyxwvu99',
    '23456789',
    'Football2026',
    'football!',
  ],
  ...['Marta-2026', 'marta.vidal', 'VidalMarta1', 'TopScorers-1', 'FootballAgent1', 'm.v.'],
])('%s is a password that is guessed first', (password) => {
  expect(isCommonPassword(password, ['m.v.', 'Marta', 'Vidal', 'Topscorers FC', ''])).toBe(true);
});

test.each([
  ...['left-back-of-the-year', 'marta plays on the left', 'corner-flag-17', 'football-in-the-rain'],
  ...['k7#pq2!x', 'Elfmeterschießen'],
])('%s is none', (password) => {
  expect(isCommonPassword(password, ['marta', 'Marta', 'Vidal', 'Topscorers FC', ''])).toBe(false);
});

test.each([
  ['Zürich2026!', 'Zu\u0308rich2026!'],
  ['señor-ñandú', 'sen\u0303or-n\u0303andu\u0301'],
  [
    '가나다라마바사',
    '\u1100\u1161\u1102\u1161\u1103\u1161\u1105\u1161\u1106\u1161\u1107\u1161\u1109\u1161',
  ],
  ['left back 2026', 'left\u00A0back\u30002026'],
])('%j is one password however its letters are sent', async (composed, sent) => {
  expect(await verifyPassword(composed, await hashPassword(sent))).toBe(true);
  expect(await verifyPassword(sent, await hashPassword(composed))).toBe(true);
  expect(await verifyPassword(`${sent}x`, await hashPassword(composed))).toBe(false);
});

test('a password that was hashed as it was typed still opens its account', async () => {
  const typed = 'Zu\u0308rich2026!';
  expect(await verifyPassword(typed, await hashAsTyped(typed))).toBe(true);
});
