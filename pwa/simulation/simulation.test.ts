import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';
import { FAULTS } from './faults.ts';
import type { Summary } from './main.ts';
import { MUTANTS } from './mutants.ts';

/** Seeds that every run of the tests lives through; `npm run simulate -- --seeds 1-500` takes more. */
const SEEDS = '1-10';
/** Within so many seeds what is broken on purpose must be found. */
const ENOUGH = 8;
const MINUTES = 10 * 60_000;

/** Runs the simulation as a program of its own, as `npm run simulate -- …` does. */
function simulate(...given: string[]): Promise<{ summary: Summary; said: string }> {
  return new Promise((resolve, reject) => {
    const program = ['--import', 'tsx', 'pwa/simulation/main.ts', ...given];
    const room = { maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, program, room, (_, answer, said) => {
      const last = answer.trim().split('\n').at(-1) ?? '';
      if (last.startsWith('{')) resolve({ summary: JSON.parse(last), said });
      else reject(new Error(said));
    });
  });
}

test(
  'W-08 W-09 W-10 W-12 W-13 whatever happens: each change once, replicas equal, history true, nothing lost',
  async () => {
    const { summary, said } = await simulate('--seeds', SEEDS);
    expect(summary.failed, said).toBeNull();
    expect(summary.seeds).toBe(10);
    expect(FAULTS.filter((name) => (summary.faults[name] ?? 0) > 0).length).toBeGreaterThan(25);
  },
  MINUTES,
);

test(
  'the same seed takes the same steps',
  async () => {
    const [one, other] = await Promise.all([simulate('--seeds', '2'), simulate('--seeds', '2')]);
    expect(one.summary.events).toBe(other.summary.events);
    expect(one.summary.digest).toBe(other.summary.digest);
  },
  MINUTES,
);

test.each(MUTANTS.map(({ name }) => name))(
  'the simulation finds it when %s',
  async (mutant) => {
    const { summary, said } = await simulate('--seeds', `1-${ENOUGH}`, '--mutant', mutant);
    expect(summary.failed?.message).toContain('Violation');
    expect(said).toContain(`--seeds ${summary.failed?.seed} --steps 40 --mutant "${mutant}"`);
  },
  MINUTES,
);
