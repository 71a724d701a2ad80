import { setMaxListeners } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { FaultCount } from './faults.ts';
import { RESTORES, WIDE_INCIDENTS } from './incidents.ts';
import { MUTANTS, type Mutant } from './mutants.ts';
import { Databases } from './postgresql/databases.ts';
import { sharedWorld } from './postgresql/shared-world.ts';
import { breakPrograms, buildPrograms, type Programs } from './programs.ts';
import { quickenClones } from './quick-clone.ts';
import { quickenStatements } from './quick-statements.ts';
import { type Run, type RunOptions, runSeed } from './run.ts';
import { followTasks } from './settle.ts';
import { runSome, type Shrunk, shrink } from './shrink.ts';
import { makeTemplate } from './template.ts';

/** Result of a run of many seeds; the last line of the output. */
export interface Summary {
  seeds: number;
  steps: number;
  /** Steps, requests, answers and timers. */
  events: number;
  changes: number;
  /** The kinds of the changes. */
  kinds: string[];
  seconds: number;
  /** One per seed: the same seed takes the same steps. */
  digests: string[];
  faults: Record<string, number>;
  /** `only` are the steps that it needs, counted from 1; null if they were not looked for. */
  failed: { seed: number; message: string; only: number[] | null } | null;
}

/** The seed that found each mutant, by the mutant's name; null for one that no seed found. */
export type Found = Record<string, { seed: number; message: string } | null>;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1-20' },
    /** `postgresql`: two servers on one PostgreSQL database, instead of one on SQLite. */
    database: { type: 'string', default: 'sqlite' },
    steps: { type: 'string', default: '60' },
    /** Stops after the seed with which all of these faults have happened; separated by `;`. */
    until: { type: 'string' },
    /** Breaks one thing on purpose. */
    mutant: { type: 'string' },
    /** Breaks everything in MUTANTS, one after the other: all of it, or a share such as `1/2`. */
    mutants: { type: 'string' },
    /** Writes the seed that finds each mutant into mutants.ts; with `--all`, the one that does it soonest. */
    write: { type: 'boolean', default: false },
    /** The only steps that happen, separated by commas: those that are left of a failing seed. */
    only: { type: 'string' },
    /** Without faults of requests. */
    calm: { type: 'boolean', default: false },
    /** Goes on after a seed that failed. */
    all: { type: 'boolean', default: false },
    /** Small pages of lists, visitors who name players, a call that fails for minutes. */
    wide: { type: 'boolean', default: false },
    /** Backups are put back again and again. */
    restores: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});

// Most code runs too seldom to be worth optimising.
for (const flag of ['--always-sparkplug', '--interrupt-budget=2000000']) setFlagsFromString(flag);
setMaxListeners(0);
// Nobody reads the stacks of the thousands of errors that a world expects.
if (!values.verbose) Error.stackTraceLimit = 0;
// A killed page leaves promises behind that nobody awaits.
process.on('unhandledRejection', (reason) => {
  if (values.verbose) console.warn('Left behind:', reason);
});
const [first = 1, last = first] = values.seeds.split('-').map(Number);
if (!(Number.isInteger(first) && last >= first)) {
  throw new Error(`--seeds takes a seed or a range, such as 1-20, not ${values.seeds}.`);
}
const folder = mkdtempSync(join(tmpdir(), 'simulation-'));
const shared = values.database === 'postgresql' ? new Databases() : null;
let isWrong = true;
try {
  quickenStatements();
  const programs = await buildPrograms({ isWide: values.wide, restores: values.restores });
  await shared?.makeTemplate(programs.server);
  const template = await makeTemplate(programs.server, folder);
  followTasks();
  quickenClones();
  const said = values.mutants
    ? await findMutants(programs, template, values.mutants)
    : await runSeeds(programs, template, mutantNamed(values.mutant));
  process.stdout.write(`${JSON.stringify(said)}\n`);
  isWrong = 'failed' in said ? said.failed !== null : Object.values(said).includes(null);
} finally {
  await shared?.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(isWrong ? 1 : 0);

function mutantNamed(name: string | undefined): Mutant | null {
  if (name === undefined) return null;
  const found = MUTANTS.find((mutant) => mutant.name === name);
  if (!found) throw new Error(`There is no mutant "${name}".`);
  return found;
}

async function runSeeds(
  sound: Programs,
  template: string,
  mutant: Mutant | null,
): Promise<Summary> {
  const startedAt = performance.now();
  const programs = mutant ? await breakPrograms(sound, mutant) : sound;
  const faults = new FaultCount();
  const runs = await liveThrough(programs, template, { faults, seeds: asked() });
  const failures = runs.filter(({ failure }) => failure);
  for (const run of failures) tell(run, mutant);
  const [failed] = failures;
  const steps = Number(values.steps);
  const isToShrink = failed && values.only === undefined;
  const shrunk = isToShrink
    ? await shrink(failed.seed, programs, { steps, template, more: wider(programs) })
    : null;
  if (shrunk) tell(shrunk.run, mutant, shrunk);
  const sum = (of: (run: Run) => number) => runs.reduce((all, run) => all + of(run), 0);
  return {
    seeds: runs.length,
    steps: sum(({ steps }) => steps),
    events: sum(({ events }) => events),
    changes: sum(({ changes }) => changes),
    kinds: [...new Set(runs.flatMap(({ kinds }) => kinds))],
    seconds: Math.round((performance.now() - startedAt) / 100) / 10,
    digests: runs.map(({ digest }) => digest),
    faults: faults.toJSON(),
    failed: failed?.failure
      ? { seed: failed.seed, message: failed.failure.message, only: shrunk?.only ?? null }
      : null,
  };
}

/** Prints the steps of a seed that failed, and the command that repeats it. */
function tell({ seed, failure }: Run, mutant: Mutant | null, shrunk?: Shrunk): void {
  if (shrunk) console.warn(`\nThese steps are enough: ${shrunk.only.join(', ')}.`);
  for (const step of failure?.steps ?? []) console.warn(step);
  console.warn(failure?.message);
  const broken = mutant ? ` --mutant "${mutant.name}"` : '';
  const wide = `${values.wide ? ' --wide' : ''}${values.restores ? ' --restores' : ''}`;
  const left = shrunk ? ` --only ${shrunk.only.join()}${shrunk.isCalm ? ' --calm' : ''}` : '';
  console.warn(
    `Again: npm run simulate -- --seeds ${seed} --steps ${values.steps}${wide}${left}${broken}`,
  );
}

/** What happens in a wide world alone, or in one of many restores. */
function wider({ isWide, restores }: Programs) {
  return [...(isWide ? WIDE_INCIDENTS : []), ...(restores ? RESTORES : [])];
}

/** The seeds of the command line. */
function* asked(): Iterable<number> {
  for (let seed = first; seed <= last; seed += 1) yield seed;
}

/** The same for a mutant, after the seed that is known to find it. */
function* likely({ seed }: Mutant): Iterable<number> {
  if (!values.write) yield seed;
  for (const other of asked()) if (values.write || other !== seed) yield other;
}

/** Lives through the seeds until one fails, or all faults of `--until` have happened. */
async function liveThrough(
  programs: Programs,
  template: string,
  { seeds, faults }: { seeds: Iterable<number>; faults: FaultCount },
): Promise<Run[]> {
  const runs: Run[] = [];
  const wanted = values.until?.split(';');
  for (const seed of seeds) {
    await shared?.next();
    const only = values.only && new Set(values.only.split(',').map(Number));
    const world: Partial<RunOptions> = shared ? sharedWorld(programs.server, shared) : {};
    const more = [...(world.more ?? []), ...wider(programs)];
    const options = { steps: Number(values.steps), template, faults, ...world, more };
    const run = only
      ? await runSome(seed, programs, { ...options, only, isCalm: values.calm })
      : await runSeed(seed, programs, options);
    runs.push(run);
    if (values.verbose) {
      const ms = Math.round(process.cpuUsage().user / 1_000);
      console.warn(`seed ${seed}: ${run.events} events, ${run.changes} changes, CPU ${ms} ms`);
    }
    if ((run.failure && !values.all) || (wanted && faults.have(wanted))) break;
  }
  return runs;
}

async function findMutants(sound: Programs, template: string, share: string): Promise<Found> {
  const [part = 1, of = 1] = share.split('/').map(Number);
  const found: Found = {};
  for (const mutant of MUTANTS.filter((_, at) => at % of === part - 1)) {
    const { name, seed } = mutant;
    try {
      found[name] = await findMutant(sound, template, mutant);
    } catch (error) {
      // The product no longer has the text that is replaced: the others are tried all the same.
      console.warn(`Mutant "${name}": ${error}`);
      found[name] = null;
    }
    const { seed: now } = found[name] ?? {};
    if (now === undefined) console.warn(`Mutant "${name}" is found by no seed.`);
    else if (now !== seed)
      console.warn(`Mutant "${name}" is found by seed ${now}, not by ${seed}.`);
    if (now !== undefined && values.write) writeSeed(name, now);
  }
  return found;
}

async function findMutant(
  sound: Programs,
  template: string,
  mutant: Mutant,
): Promise<Found[string]> {
  const programs = await breakPrograms(sound, mutant);
  const seeds = likely(mutant);
  const runs = await liveThrough(programs, template, { faults: new FaultCount(), seeds });
  const [failed] = runs.filter(({ failure }) => failure).sort((a, b) => a.events - b.events);
  if (!failed?.failure) return null;
  tell(failed, mutant);
  return { seed: failed.seed, message: failed.failure.message };
}

function writeSeed(name: string, seed: number): void {
  const file = join(import.meta.dirname, 'mutants.ts');
  const [before = '', after = ''] = readFileSync(file, 'utf8').split(`name: '${name}',`);
  writeFileSync(file, `${before}name: '${name}',${after.replace(/seed: \d+/, `seed: ${seed}`)}`);
}
