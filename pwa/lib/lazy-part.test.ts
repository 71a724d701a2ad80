// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest';
import { fetchAhead, lazyPart, lazyPartAhead } from './lazy-part.ts';

/** An import that fails the given number of times first. */
function comingAfter(failures: number) {
  let tries = 0;
  return vi.fn(async () => {
    tries += 1;
    if (tries <= failures) throw new TypeError('Failed to fetch dynamically imported module');
    return 'code';
  });
}

function withClock(): void {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
}

test('a part is fetched once, and a failed fetch is retried before it rejects', async () => {
  withClock();
  const load = comingAfter(1);
  const part = lazyPart(load);
  const both = Promise.all([part(), part()]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await both).toEqual(['code', 'code']);
  expect(await part()).toBe('code');
  expect(load).toHaveBeenCalledTimes(2);
});

test('a part that failed to load is requested again at the next call', async () => {
  withClock();
  const part = lazyPart(comingAfter(2));
  const failed = expect(part()).rejects.toThrow('Failed to fetch');
  await vi.advanceTimersByTimeAsync(1_000);
  await failed;
  expect(await part()).toBe('code');
});

test('fetching ahead stops at the first failure and continues at the next call', async () => {
  withClock();
  const first = comingAfter(2);
  const second = comingAfter(0);
  const parts = [lazyPartAhead(first), lazyPartAhead(second)];
  const ahead = fetchAhead();
  await vi.advanceTimersByTimeAsync(1_000);
  await ahead;
  expect(second).not.toHaveBeenCalled();

  await fetchAhead();
  expect(await Promise.all(parts.map((part) => part()))).toEqual(['code', 'code']);
  expect(second).toHaveBeenCalledOnce();
});
