import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';
import { FAULTS } from './faults.ts';
import type { Summary } from './main.ts';
import { MUTANTS } from './mutants.ts';

/** Seeds of each of two processes that run side by side. */
const SEEDS = 100;
/** Within so many seeds everything that is broken on purpose must be found. */
const ENOUGH = 30;
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
  'W-08 W-09 W-10 W-12 W-13 hundreds of seeds with every fault: each change once, replicas equal, history true, nothing lost',
  async () => {
    const runs = await Promise.all([
      simulate('--seeds', `1-${SEEDS}`),
      simulate('--seeds', `${SEEDS + 1}-${2 * SEEDS}`),
    ]);
    for (const { summary, said } of runs) expect(summary.failed, said).toBeNull();

    const count = (name: string) =>
      runs.reduce((all, { summary }) => all + (summary.faults[name] ?? 0), 0);
    for (const { summary } of runs) console.warn(JSON.stringify({ ...summary, digest: undefined }));
    expect(FAULTS.length).toBeGreaterThanOrEqual(25);
    expect(FAULTS.filter((name) => count(name) === 0)).toEqual([]);
  },
  MINUTES,
);

test(
  'the same seed takes the same steps',
  async () => {
    const [one, other] = await Promise.all([
      simulate('--seeds', '7-8'),
      simulate('--seeds', '7-8'),
    ]);
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
