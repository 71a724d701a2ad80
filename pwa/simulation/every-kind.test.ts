import { beforeAll, describe, expect, test } from 'vitest';
import { KINDS } from '#pwa/local/changes/registry.ts';
import { FAULTS } from './faults.ts';
import type { Summary } from './main.ts';
import { type Ended, MINUTES, simulate } from './run-program.ts';

/** Seeds after those of the gate, in one program for each of two processors; the second one's worlds are wide. */
const SEEDS = [
  ['--seeds', '4-10'],
  ['--seeds', '11-15', '--wide'],
] as const;
const STEPS = ['--steps', '100'] as const;
/** Further seeds, for faults that happened in none of the above; the first one has the rarest of them. */
const MORE_SEEDS = ['--seeds', '54-120'] as const;

function unmet(runs: Ended<Summary>[]) {
  return FAULTS.filter((name) => runs.every(({ result }) => !result.faults[name]));
}

describe('in enough seeds', () => {
  let runs: Ended<Summary>[] = [];

  beforeAll(async () => {
    runs = await Promise.all(SEEDS.map((seeds) => simulate<Summary>(...seeds, ...STEPS)));
    const missing = unmet(runs);
    if (missing.length === 0) return;
    runs.push(await simulate<Summary>(...MORE_SEEDS, ...STEPS, '--until', missing.join(';')));
  }, MINUTES);

  test('whatever happens, each change is applied once, replicas are equal, nothing is lost', () => {
    for (const { result, said } of runs) expect(result.failed, said).toBeNull();
  });

  test('every kind of change is made', () => {
    const made = new Set(runs.flatMap(({ result }) => result.kinds));
    expect([...KINDS.keys()].filter((kind) => !made.has(kind))).toEqual([]);
    expect(KINDS.size).toBeGreaterThan(10);
  });

  test('every kind of fault happens', () => {
    expect(unmet(runs)).toEqual([]);
  });
});
