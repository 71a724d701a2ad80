// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest';
import { connection } from './connection.ts';
import { fetchAhead, lazyPart, lazyPartAhead, onReturn } from './lazy-part.ts';

/** Comes after so many tries that fail. */
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

test('a part is fetched once, and tried twice before anybody hears of a failure', async () => {
  withClock();
  const load = comingAfter(1);
  const part = lazyPart(load);
  const both = Promise.all([part(), part()]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await both).toEqual(['code', 'code']);
  expect(await part()).toBe('code');
  expect(load).toHaveBeenCalledTimes(2);
});

test('a part that did not come is asked for anew', async () => {
  withClock();
  const part = lazyPart(comingAfter(2));
  const failed = expect(part()).rejects.toThrow('Failed to fetch');
  await vi.advanceTimersByTimeAsync(1_000);
  await failed;
  expect(await part()).toBe('code');
});

test('what is fetched ahead stops where the link does, and goes on at the next occasion', async () => {
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

test('the return of the server is heard, each time', () => {
  connection.setState({ isOffline: true, answeredAt: -1 });
  const heard = vi.fn();
  const stop = onReturn(heard);
  connection.setState({ isOffline: false });
  connection.setState({ isOffline: false });
  connection.setState({ isOffline: true });
  expect(heard).toHaveBeenCalledTimes(1);
  dispatchEvent(new Event('online'));
  expect(heard).toHaveBeenCalledTimes(2);
  stop();
  connection.setState({ isOffline: false });
  expect(heard).toHaveBeenCalledTimes(2);
});
