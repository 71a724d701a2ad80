import { availableParallelism } from 'node:os';
import { Problem } from '#contract/problems.ts';

/** Who waits for password work: a device or session that an account knows, or anybody else. */
export type PasswordLine = 'known' | 'strangers';

/** Hashes at once: one processor is left for all other calls, and one of libuv's four threads. */
const AT_ONCE = Math.min(3, Math.max(1, availableParallelism() - 1));
/** The most calls in each line. At 25 ms a hash and one at once, the last of a line waits for 1 s. */
const LONGEST_LINE = 40;
/** Retry-After of a call that finds its line full, in seconds. */
const TRY_AGAIN = 2;

const entered = { known: 0, strangers: 0 };
const waiting: Record<PasswordLine, (() => void)[]> = { known: [], strangers: [] };
let running = 0;

/** Hashes that wait for a processor. */
export function waitingHashes(): number {
  return waiting.known.length + waiting.strangers.length;
}

/** Holds a place in a line while `work` runs. Throws `busy` at once if the line is full. */
export async function inPasswordLine<R>(line: PasswordLine, work: () => Promise<R>): Promise<R> {
  if (entered[line] >= LONGEST_LINE) {
    const message = 'Too many people are signing in. Please try again in a moment.';
    throw new Problem('busy', message, { retryAfter: TRY_AGAIN });
  }
  entered[line] += 1;
  try {
    return await work();
  } finally {
    entered[line] -= 1;
  }
}

/** Runs one hash when a processor is free for it. Hashes of known devices come first. */
export async function runHash<R>(line: PasswordLine, hash: () => Promise<R>): Promise<R> {
  if (running < AT_ONCE) running += 1;
  else await new Promise<void>((resolve) => waiting[line].push(resolve));
  try {
    return await hash();
  } finally {
    // The next one takes over this place, so `running` stays.
    const next = waiting.known.shift() ?? waiting.strangers.shift();
    if (next) next();
    else running -= 1;
  }
}
