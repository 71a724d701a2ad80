import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { runWithin } from './run-within.ts';

test('says whether a command ended well', async () => {
  expect(await runWithin(10_000, 'sh', ['-c', 'exit 0'])).toBe(true);
  expect(await runWithin(10_000, 'sh', ['-c', 'exit 3'])).toBe(false);
  expect(await runWithin(10_000, 'no-such-command', [])).toBe(false);
});

test('kills a command that hangs, with what it has started, even if they ignore being asked', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'run-within-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const life = join(folder, 'life');
  const beat = `trap "" TERM HUP; while :; do echo . >> ${life}; sleep 0.05; done`;

  expect(await runWithin(500, 'sh', ['-c', `(${beat}) & ${beat}`])).toBe(false);

  await pause(100);
  const beats = readFileSync(life, 'utf8').length;
  await pause(300);
  expect(readFileSync(life, 'utf8')).toHaveLength(beats);
});
