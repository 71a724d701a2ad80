import { expect, onTestFinished, test, vi } from 'vitest';
import { FairTurns } from './fair-turns.ts';

test('work that never waits leaves others their turn of the event loop', async () => {
  const turns = new FairTurns();
  let turnsOfOthers = 0;
  const count = () => {
    turnsOfOthers += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  for (let n = 0; n < 20; n += 1) await turns.within(() => Promise.resolve(workFor(4)));
  clearImmediate(next);
  // 80 ms of work in turns of 8 to 12.
  expect(turnsOfOthers).toBeGreaterThan(4);
});

test('short work is not interrupted', async () => {
  // A time that stands still: a busy machine makes no work long.
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const turns = new FairTurns();
  let isLater = false;
  setImmediate(() => {
    isLater = true;
  });
  for (let n = 0; n < 20; n += 1) await turns.within(async () => undefined);
  expect(isLater).toBe(false);
});

function workFor(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}
