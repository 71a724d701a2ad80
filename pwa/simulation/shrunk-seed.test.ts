import { expect, test } from 'vitest';
import type { Summary } from './main.ts';
import { MINUTES, simulate } from './run-program.ts';

const MUTANT = 'two changes of one record are swapped';
const SEED = ['--seeds', '6', '--steps', '100', '--mutant', MUTANT];

test(
  'a seed of 100 steps that fails is told in a few steps, which fail again',
  async () => {
    const { result, said } = await simulate<Summary>(...SEED);
    const only = result.failed?.only ?? [];
    expect(only.length).toBeGreaterThan(0);
    expect(only.length).toBeLessThan(8);
    expect(said).toContain(`These steps are enough: ${only.join(', ')}.`);

    const calm = said.includes(`--only ${only.join()} --calm`) ? ['--calm'] : [];
    const again = await simulate<Summary>(...SEED, '--only', only.join(), ...calm);
    const [violation = 'none'] = again.result.failed?.message.split('\n') ?? [];
    expect(said.split('These steps are enough')[1]).toContain(violation);
  },
  MINUTES,
);
