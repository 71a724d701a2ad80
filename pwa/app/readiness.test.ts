import { expect, test } from 'vitest';
import { type Check, checksOf, type Facts } from './readiness.ts';

const NOW = Date.parse('2026-11-23T12:00:00Z');

function statesOf(facts: Partial<Parameters<typeof checksOf>[0]>): string[] {
  const ready: Facts = {
    records: 3,
    isWhole: true,
    syncedAt: NOW - 60_000,
    missing: 0,
    isPersisted: true,
    isRefused: false,
    signedInUntil: NOW + 60_000,
    factor: { passkeys: [], recoveryCodes: 0, required: false },
  };
  const rest = { isUpdateReady: false, now: NOW };
  return checksOf({ ...ready, ...rest, ...facts })
    .filter(({ state }: Check) => state !== 'ready')
    .map(({ name, state }) => `${name} ${state}`);
}

test.each([
  [{}, []],
  [{ isWhole: false }, ['records missing']],
  [{ syncedAt: NOW - 11 * 60_000 }, ['records missing']],
  [{ missing: 2 }, ['files missing']],
  [{ missing: null, isPersisted: null }, ['files missing', 'storage unknown']],
  [{ isPersisted: false }, ['storage missing']],
  [{ signedInUntil: null, factor: null }, ['session unknown', 'factor unknown']],
  [{ signedInUntil: NOW }, ['session missing']],
  [{ factor: { passkeys: [], recoveryCodes: 0, required: true } }, ['factor missing']],
  [{ isUpdateReady: true }, ['update missing']],
])('a device with %o lacks %j', (facts, lacks) => {
  expect(statesOf(facts)).toEqual(lacks);
});
