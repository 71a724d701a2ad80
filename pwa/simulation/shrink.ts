import { FaultCount } from './faults.ts';
import type { Programs } from './programs.ts';
import { type Run, type RunOptions, runSeed } from './run.ts';
import { Tape } from './tape.ts';

/** The longest that one failure is shrunk, in milliseconds. */
const LONGEST = 3 * 60_000;

/** What is left of a failing run. */
export interface Shrunk {
  run: Run;
  /** The steps that it needs, counted from 1. */
  only: number[];
  /** It fails without faults of requests. */
  isCalm: boolean;
}

/**
 * Lives through a failing seed again and again, without faults of requests and with fewer and fewer steps, as long as
 * the same check fails. Null if the seed does not fail again.
 */
export async function shrink(
  seed: number,
  programs: Programs,
  { steps, template, more = [] }: Pick<RunOptions, 'steps' | 'template' | 'more'>,
): Promise<Shrunk | null> {
  const endsAt = performance.now() + LONGEST;
  const tape = new Tape(seed);
  const live = (options: Partial<RunOptions>): Promise<Run> =>
    runSeed(seed, programs, { steps, template, more, faults: new FaultCount(), tape, ...options });
  const whole = await live({});
  if (!whole.failure) return null;
  const wanted = checkOf(whole.failure.message);
  let best = { run: whole, isCalm: false };
  const fails = async (only: readonly number[], isCalm: boolean): Promise<boolean> => {
    if (performance.now() > endsAt) return false;
    tape.rewind();
    const run = await live({ only: new Set(only), isCalm });
    const isSame = run.failure !== null && checkOf(run.failure.message) === wanted;
    if (isSame) best = { run, isCalm };
    return isSame;
  };
  const lived = Array.from({ length: Math.min(whole.failure.step, steps) }, (_, at) => at + 1);
  const isCalm = await fails(lived, true);
  const only = await shortest(lived, (some) => fails(some, isCalm));
  return { ...best, only };
}

/** Lives through some steps of a seed with the numbers that they have among all, as `shrink` does. */
export async function runSome(
  seed: number,
  programs: Programs,
  options: Omit<RunOptions, 'tape'>,
): Promise<Run> {
  const tape = new Tape(seed);
  const { steps, template, more = [] } = options;
  await runSeed(seed, programs, { steps, template, more, faults: new FaultCount(), tape });
  tape.rewind();
  return runSeed(seed, programs, { ...options, tape });
}

/**
 * The shortest list that still fails as far as leaving out parts of it can tell: halves, then quarters, and so on; in
 * the end no single item can be left out.
 */
export async function shortest<Item>(
  items: readonly Item[],
  fails: (items: readonly Item[]) => Promise<boolean>,
): Promise<Item[]> {
  let left = [...items];
  for (let size = Math.ceil(left.length / 2); size > 0; ) {
    const before = left.length;
    // The last ones first: nothing is built on them.
    for (let end = left.length; end > 0; end -= size) {
      const without = [...left.slice(0, Math.max(0, end - size)), ...left.slice(end)];
      if (await fails(without)) left = without;
    }
    if (size > 1) size = Math.ceil(size / 2);
    else if (left.length === before) break;
  }
  return left;
}

/** The place that found a violation, or the error without its numbers: the ids of every run differ. */
function checkOf(message: string): string {
  const [first = '', thrownAt] = message.split('\n');
  return thrownAt?.trim() ?? first.replaceAll(/\d+/g, '#');
}
