import { validate, version } from 'uuid';
import { expect, test, vi } from 'vitest';
import { applicationIdOf } from './application-id.ts';

// A file before this one may have made ids by another clock: they go on from the newest.
vi.resetModules();
const { newId, newIdAt, timeOfId } = await import('./ids.ts');

test('E-06 a new id is a UUIDv7 that tells when it was made', () => {
  const before = Date.now();
  const ids = Array.from({ length: 1_000 }, newId);
  expect(new Set(ids).size).toBe(1_000);
  expect([...ids].sort()).toEqual(ids);
  for (const id of ids) {
    expect(validate(id)).toBe(true);
    expect(version(id)).toBe(7);
    expect(timeOfId(id)).toBeGreaterThanOrEqual(before);
    expect(timeOfId(id)).toBeLessThanOrEqual(Date.now() + 1_000);
  }
});

test('a new id of the moment of another tells that moment and is another one', () => {
  const id = '01890a5d-ac96-7bcd-8abc-0123456789ab';
  const again = newIdAt(id);
  expect(again).not.toBe(id);
  expect(version(again)).toBe(7);
  expect(timeOfId(again)).toBe(timeOfId(id));
  expect(Math.abs((timeOfId(newIdAt(applicationIdOf(7))) ?? 0) - Date.now())).toBeLessThan(60_000);
});

test('E-06 a contact becomes the same application on every device', () => {
  expect(applicationIdOf(7)).toBe(applicationIdOf(7));
  expect(applicationIdOf(7)).not.toBe(applicationIdOf(8));
  expect(version(applicationIdOf(7))).toBe(5);
  expect(timeOfId(applicationIdOf(7))).toBeNull();
});
