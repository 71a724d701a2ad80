import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { MUTANTS } from '#pwa/simulation/mutants.ts';

const ROOT = resolve(import.meta.dirname, '../..');

test('every mutant of the simulation still finds the code that it changes', () => {
  const edits = MUTANTS.flatMap((mutant) => [mutant, ...(mutant.also ?? [])]);
  const lost = edits.filter(({ file, from }) => {
    return readFileSync(resolve(ROOT, file), 'utf8').split(from).length !== 2;
  });
  expect(lost).toEqual([]);
});
