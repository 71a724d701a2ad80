import { expect, test } from 'vitest';
import { type PasswordLine, runHash } from './password-queue.ts';

/** A hash that takes until `finish` is called. */
function slowHash(line: PasswordLine) {
  let finish = () => {};
  const work = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const hash = { started: false, finish, done: Promise.resolve() };
  hash.done = runHash(line, () => {
    hash.started = true;
    return work;
  });
  return hash;
}

test('no more hashes run at once than leave a processor and a thread free, known devices first', async () => {
  const running = Array.from({ length: 3 }, () => slowHash('strangers'));
  const atOnce = running.filter(({ started }) => started).length;
  expect(atOnce).toBeGreaterThanOrEqual(1);
  expect(atOnce).toBeLessThanOrEqual(3);
  const busy = [...running, ...Array.from({ length: 3 }, () => slowHash('strangers'))];
  const known = slowHash('known');
  expect(busy.filter(({ started }) => started)).toHaveLength(atOnce);
  expect(known.started).toBe(false);

  busy[0]?.finish();
  await busy[0]?.done;
  expect(known.started).toBe(true);
  expect(busy.filter(({ started }) => started)).toHaveLength(atOnce);

  for (const hash of [...busy, known]) hash.finish();
  await Promise.all([...busy, known].map(({ done }) => done));
});

test('a hash that fails leaves its place to the next one', async () => {
  const failing = Array.from({ length: 8 }, () =>
    runHash('strangers', () => Promise.reject(new Error('No hash.'))),
  );
  await Promise.allSettled(failing);
  expect(await runHash('strangers', async () => 'done')).toBe('done');
});
