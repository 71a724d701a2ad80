import { type Figure, median } from '#pwa/bench/measure.ts';
import { Line, type Reply } from './line.ts';

/** Each figure is the median of this many rounds, in which our server and the limit alternate. */
const ROUNDS = 5;

/** The median of each run over all rounds; in a round the runs follow one another. */
export async function inTurns<const F extends (() => Promise<number>)[]>(
  ...runs: F
): Promise<{ [K in keyof F]: number }> {
  const found: number[][] = runs.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [n, run] of runs.entries()) found[n]?.push(await run());
  }
  return found.map(median) as { [K in keyof F]: number };
}

/** Answered calls per second of `atOnce` callers, each on a keep-alive connection. */
export async function perSecond(
  origin: string,
  count: number,
  atOnce: number,
  make: (line: Line, n: number) => Promise<Reply>,
): Promise<number> {
  const lines = await Promise.all(Array.from({ length: atOnce }, () => Line.open(origin)));
  let next = 0;
  const start = performance.now();
  const callers = lines.map(async (line) => {
    while (next < count) {
      next += 1;
      const { status, text } = await make(line, next);
      if (status >= 400) throw new Error(`${status} ${text()}`);
    }
  });
  await Promise.all(callers);
  const seconds = (performance.now() - start) / 1_000;
  for (const line of lines) line.close();
  return count / seconds;
}

/** Calls per second of our server, with its share of what the bare server answers. */
export function ratio(what: string, ours: number, limit: number, goal: string): Figure {
  return {
    what: `${what}, a second`,
    value: `${Math.round(ours)} (${(ours / limit).toFixed(2)} ×)`,
    more: true,
    limit: `${Math.round(limit)}`,
    goal,
  };
}

export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_048_576)} MB`;
}
