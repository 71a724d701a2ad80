import { execFile } from 'node:child_process';
import { beforeAll, describe, expect, test } from 'vitest';
import { FAULTS } from './faults.ts';
import type { Found, Summary } from './main.ts';
import { MUTANTS } from './mutants.ts';

/**
 * Seeds of every test run, in one program for each of two processors; both live through seed 8.
 * `npm run simulate -- --seeds 1-500 --steps 2000` goes further.
 */
const SEEDS = ['1-8', '8-15'] as const;
const STEPS = ['--steps', '100'] as const;
/** Further seeds, for faults that happened in none of the above; the first one has the rarest of them. */
const MORE_SEEDS = ['--seeds', '54-120'] as const;
/** A mutant must be found within these seeds; the one that is known to find it soon comes first. */
const MUTANT_SEEDS = ['--seeds', '1-80', '--steps', '60'] as const;
const MINUTES = 15 * 60_000;

interface Ended<Result> {
  result: Result;
  /** The lines of a failure. */
  said: string;
}

/** Runs the simulation as a program of its own, as `npm run simulate -- …` does. */
function simulate<Result>(...options: string[]): Promise<Ended<Result>> {
  return new Promise((resolve, reject) => {
    const program = ['--import', 'tsx', 'pwa/simulation/main.ts', ...options];
    const room = { maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, program, room, (_, output, said) => {
      const last = output.trim().split('\n').at(-1) ?? '';
      if (last.startsWith('{')) resolve({ result: JSON.parse(last), said });
      else reject(new Error(said));
    });
  });
}

function unmet(runs: Ended<Summary>[]) {
  return FAULTS.filter((name) => runs.every(({ result }) => !result.faults[name]));
}

describe('whatever happens', () => {
  let runs: Ended<Summary>[] = [];
  let more: Ended<Summary>[] = [];

  beforeAll(async () => {
    runs = await Promise.all(SEEDS.map((seeds) => simulate<Summary>('--seeds', seeds, ...STEPS)));
    const missing = unmet(runs);
    if (missing.length === 0) return;
    more = [await simulate<Summary>(...MORE_SEEDS, ...STEPS, '--until', missing.join(';'))];
  }, MINUTES);

  test('W-08 W-09 W-10 W-11 W-12 W-13 W-14 W-15 each change once, replicas equal, history true, nothing lost', () => {
    for (const { result, said } of [...runs, ...more]) expect(result.failed, said).toBeNull();
    expect(runs.reduce((all, { result }) => all + result.seeds, 0)).toBe(16);
  });

  test('every kind of fault happens', () => {
    expect(unmet([...runs, ...more])).toEqual([]);
  });

  test('the same seed takes the same steps', () => {
    const [one, other] = runs;
    expect(one?.result.digests).toHaveLength(8);
    expect(one?.result.digests.at(-1)).toBe(other?.result.digests[0]);
  });
});

describe('the simulation finds it when', () => {
  let shares: Ended<Found>[] = [];

  beforeAll(async () => {
    shares = await Promise.all(
      ['1/2', '2/2'].map((share) => simulate<Found>(...MUTANT_SEEDS, '--mutants', share)),
    );
  }, MINUTES);

  test.each(MUTANTS.map(({ name }) => name))('%s', (mutant) => {
    const found = shares.map(({ result }) => result[mutant]).find((each) => each);
    // The lines about this mutant say what to do: a text is gone, or another seed finds it.
    const said = shares.flatMap((share) => share.said.split('\n'));
    expect(found?.message, said.filter((line) => line.includes(mutant)).join('\n')).toContain(
      'Violation',
    );
  });

  test.each(MUTANTS.map(({ name }) => name))('%s, and prints how to repeat it', (mutant) => {
    const said = shares.map((share) => share.said).join('');
    const seed = shares.map(({ result }) => result[mutant]).find((each) => each)?.seed;
    expect(said).toContain('the server is up');
    expect(said).toContain(`--seeds ${seed} --steps 60 --mutant "${mutant}"`);
  });
});
