import { beforeAll, describe, expect, test } from 'vitest';
import type { Summary } from './main.ts';
import { type Ended, MINUTES, simulate } from './run-program.ts';

/**
 * Seeds of the gate, in one program for each of two processors; both live through seed 2. `every-kind.test.ts` takes
 * more, and `npm run simulate -- --seeds 1-500 --steps 2000` goes further.
 */
const SEEDS = ['1-2', '2-3'] as const;
const STEPS = ['--steps', '100'] as const;

describe('whatever happens', () => {
  let runs: Ended<Summary>[] = [];

  beforeAll(async () => {
    runs = await Promise.all(SEEDS.map((seeds) => simulate<Summary>('--seeds', seeds, ...STEPS)));
  }, MINUTES);

  test('W-08 W-09 W-10 W-11 W-12 W-13 W-14 W-15 each change once, replicas equal, history true, nothing lost', () => {
    for (const { result, said } of runs) expect(result.failed, said).toBeNull();
    expect(runs.map(({ result }) => result.seeds)).toEqual([2, 2]);
  });

  test('the same seed takes the same steps', () => {
    const [one, other] = runs;
    expect(one?.result.digests).toHaveLength(2);
    expect(one?.result.digests.at(-1)).toBe(other?.result.digests[0]);
  });
});
