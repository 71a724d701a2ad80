import { beforeAll, describe, expect, test } from 'vitest';
import type { Found } from './main.ts';
import { MUTANTS } from './mutants.ts';
import { type Ended, MINUTES, simulate } from './run-program.ts';

/** A mutant must be found within these seeds; the one that is known to find it soon comes first. */
const MUTANT_SEEDS = ['--seeds', '1-80', '--steps', '60'] as const;

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
