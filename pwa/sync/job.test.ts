// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest';
import { ApiError, Unreachable } from '#pwa/api/api-error.ts';
import { connection } from '#pwa/lib/connection.ts';
import { Job } from './job.ts';

function withClock(): void {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
}

function answer(status: number, headers: Record<string, string> = {}): ApiError {
  const problem = JSON.stringify({
    code: status === 403 ? 'forbidden' : 'too-many-requests',
    message: 'No.',
  });
  return new ApiError({ status, statusText: '', headers: new Headers(headers) }, problem, true);
}

const { signal } = new AbortController();

test('a job runs once at a time; asked for meanwhile, it runs once more', async () => {
  const ends: (() => void)[] = [];
  const work = vi.fn(() => new Promise<void>((end) => void ends.push(end)));
  const job = new Job(work, signal);
  const all = [job.run(), job.run(), job.run()];
  expect(work).toHaveBeenCalledOnce();
  ends.shift()?.();
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(2));
  ends.shift()?.();
  await Promise.all(all);
  expect(work).toHaveBeenCalledTimes(2);
});

test('a job is due by itself after the wait that its work names, unless it is asked for before', async () => {
  withClock();
  const waits = [5_000, 5_000, null];
  const work = vi.fn(async () => waits.shift());
  const job = new Job(work, signal);
  await job.run();
  await vi.advanceTimersByTimeAsync(4_000);
  await job.run();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(work).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(work).toHaveBeenCalledTimes(3);
});

test('work that fails is retried with backoff, five times; then the job waits until it is asked', async () => {
  withClock();
  const work = vi.fn(async () => {
    throw new Unreachable('No answer.');
  });
  const job = new Job(work, signal);
  await job.run();
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(work).toHaveBeenCalledTimes(6);
  await job.run();
  expect(work).toHaveBeenCalledTimes(7);
});

test('a retry waits for the Retry-After of the server; a refusal is not retried', async () => {
  withClock();
  const errors = [answer(429, { 'Retry-After': '120' }), answer(403)];
  const work = vi.fn(async () => {
    throw errors.shift();
  });
  await new Job(work, signal).run();
  await vi.advanceTimersByTimeAsync(119_000);
  expect(work).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(work).toHaveBeenCalledTimes(2);
});

test('what fails offline waits until it is asked for', async () => {
  withClock();
  connection.setState({ isOffline: true });
  onTestFinished(() => connection.setState({ isOffline: false }));
  const work = vi.fn(async () => {
    throw new Unreachable('No answer.');
  });
  await new Job(work, signal).run();
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(work).toHaveBeenCalledOnce();
});

test('a job whose page is left runs no more', async () => {
  withClock();
  const life = new AbortController();
  const work = vi.fn(async () => 1_000);
  const job = new Job(work, life.signal);
  await job.run();
  life.abort();
  await job.run();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(work).toHaveBeenCalledOnce();
});
