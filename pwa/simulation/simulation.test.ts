import { execFile } from 'node:child_process';
import { beforeAll, describe, expect, test } from 'vitest';
import { FAULTS } from './faults.ts';
import type { Found, Summary } from './main.ts';
import { MUTANTS } from './mutants.ts';

/**
 * Seeds that every run of the tests lives through, in two programs for two processors; both live
 * through the one in the middle. `npm run simulate -- --seeds 1-500 --steps 2000` goes further.
 */
const SEEDS = ['1-25', '25-49'] as const;
const STEPS = ['--steps', '100'] as const;
/** Within so many seeds what is broken on purpose must be found: first where it is known to be soon. */
const ENOUGH = ['--seeds', '1-80', '--steps', '60'] as const;
const MINUTES = 15 * 60_000;

/** Runs the simulation as a program of its own, as `npm run simulate -- …` does. */
function simulate<Said>(...given: string[]): Promise<{ answer: Said; said: string }> {
  return new Promise((resolve, reject) => {
    const program = ['--import', 'tsx', 'pwa/simulation/main.ts', ...given];
    const room = { maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, program, room, (_, answer, said) => {
      const last = answer.trim().split('\n').at(-1) ?? '';
      if (last.startsWith('{')) resolve({ answer: JSON.parse(last), said });
      else reject(new Error(said));
    });
  });
}

describe('whatever happens', () => {
  let runs: { answer: Summary; said: string }[] = [];

  beforeAll(async () => {
    runs = await Promise.all(SEEDS.map((seeds) => simulate<Summary>('--seeds', seeds, ...STEPS)));
  }, MINUTES);

  test('W-08 W-09 W-10 W-11 W-12 W-13 W-14 W-15 each change once, replicas equal, history true, nothing lost', () => {
    for (const { answer, said } of runs) expect(answer.failed, said).toBeNull();
    expect(runs.reduce((all, { answer }) => all + answer.seeds, 0)).toBe(50);
  });

  test('every kind of fault happens', () => {
    const met = FAULTS.filter((name) => runs.some(({ answer }) => (answer.faults[name] ?? 0) > 0));
    expect(met).toEqual(FAULTS);
  });

  test('the same seed takes the same steps', () => {
    const [one, other] = runs;
    expect(one?.answer.digests).toHaveLength(25);
    expect(one?.answer.digests.at(-1)).toBe(other?.answer.digests[0]);
  });
});

describe('the simulation finds it when', () => {
  let found: Found = {};

  beforeAll(async () => {
    const shares = ['1/2', '2/2'].map((share) => simulate<Found>(...ENOUGH, '--mutants', share));
    found = Object.assign({}, ...(await Promise.all(shares)).map(({ answer }) => answer));
  }, MINUTES);

  test.each(MUTANTS.map(({ name }) => name))('%s', (mutant) => {
    expect(found[mutant]?.message).toContain('Violation');
  });
});

test(
  'a seed that fails prints its steps, and how to see them again',
  async () => {
    const mutant = 'a page of a captive portal counts as an answer';
    const { answer, said } = await simulate<Summary>(...ENOUGH, '--mutant', mutant);
    expect(answer.failed?.message).toContain('Violation');
    expect(said).toContain('the server is up');
    expect(said).toContain(`--seeds ${answer.failed?.seed} --steps 60 --mutant "${mutant}"`);
  },
  MINUTES,
);
