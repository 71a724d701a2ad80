import { setMaxListeners } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FaultCount } from './faults.ts';
import { MUTANTS } from './mutants.ts';
import { buildPrograms } from './programs.ts';
import { type Run, runSeed } from './run.ts';
import { followTasks } from './settle.ts';
import { makeTemplate } from './template.ts';

/** What a run of many seeds came to; the last line of the output. */
export interface Summary {
  seeds: number;
  steps: number;
  events: number;
  changes: number;
  seconds: number;
  digest: string;
  faults: Record<string, number>;
  failed: { seed: number; message: string } | null;
}

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1-20' },
    steps: { type: 'string', default: '40' },
    mutant: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});

setMaxListeners(0);
// What a page leaves behind when it is killed is nobody's any more.
process.on('unhandledRejection', (reason) => {
  if (values.verbose) console.warn('Left behind:', reason);
});
const mutant =
  values.mutant === undefined ? null : MUTANTS.find(({ name }) => name === values.mutant);
if (mutant === undefined) throw new Error(`There is no mutant "${values.mutant}".`);
const [first = 1, last = first] = values.seeds.split('-').map(Number);

const startedAt = performance.now();
const programs = await buildPrograms(mutant);
const folder = mkdtempSync(join(tmpdir(), 'simulation-'));
const faults = new FaultCount();
const runs: Run[] = [];
try {
  const template = await makeTemplate(programs.server, folder);
  followTasks();
  for (let seed = first; seed <= last; seed += 1) {
    const run = await runSeed(seed, programs, { steps: Number(values.steps), template, faults });
    runs.push(run);
    if (values.verbose) {
      const ms = Math.round(process.cpuUsage().user / 1000);
      console.warn(
        `seed ${seed}: ${run.events} events, ${run.changes} changes, ${ms} ms of the processor so far`,
      );
    }
    if (run.failure) break;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const failed = runs.at(-1)?.failure ? runs.at(-1) : undefined;
if (failed?.failure) {
  for (const step of failed.failure.steps) console.warn(step);
  console.warn(failed.failure.message);
  const broken = mutant ? ` --mutant "${mutant.name}"` : '';
  console.warn(
    `Again: npm run simulate -- --seeds ${failed.seed} --steps ${values.steps}${broken}`,
  );
}
const sum = (of: (run: Run) => number) => runs.reduce((all, run) => all + of(run), 0);
const summary: Summary = {
  seeds: runs.length,
  steps: sum(({ steps }) => steps),
  events: sum(({ events }) => events),
  changes: sum(({ changes }) => changes),
  seconds: Math.round((performance.now() - startedAt) / 100) / 10,
  digest: runs.map(({ digest }) => digest).join(' '),
  faults: faults.toJSON(),
  failed: failed?.failure ? { seed: failed.seed, message: failed.failure.message } : null,
};
process.stdout.write(`${JSON.stringify(summary)}\n`);
process.exit(failed ? 1 : 0);
