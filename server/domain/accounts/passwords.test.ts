import { expect, test, vi } from 'vitest';
import { hashPassword, isOutdated, verifyPassword } from './passwords.ts';

test('a password is hashed with argon2id at the cost that OWASP recommends', async () => {
  const { PASSWORD_COST } =
    await vi.importActual<typeof import('./password-cost.ts')>('./password-cost.ts');
  expect(PASSWORD_COST).toEqual({ memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  expect(await hashPassword('left-back-of-the-year')).toMatch(/^\$argon2id\$/);
});

test('a hash matches its own password only, and is outdated at another cost', async () => {
  const hash = await hashPassword('left-back-of-the-year');
  expect(await verifyPassword('left-back-of-the-year', hash)).toBe(true);
  expect(await verifyPassword('right-back-of-the-year', hash)).toBe(false);
  expect(await verifyPassword('left-back-of-the-year', null)).toBe(false);
  expect(isOutdated(hash)).toBe(false);
  expect(isOutdated(hash.replace('t=1', 't=2'))).toBe(true);
});
