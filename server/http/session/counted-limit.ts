import { RateLimiterPrisma } from 'rate-limiter-flexible';
import { Problem } from '#contract/problems.ts';
import type { Db } from '#prisma/client.ts';
import { CallBatcher } from '#server/http/transport/call-batcher.ts';

/**
 * How long a refusal is repeated from memory, in milliseconds. Then the database is asked again, because
 * another process may have reset the count.
 */
const REMEMBERED_FOR = 10_000;
/** Refusals in memory. With more, all are forgotten, and the database is asked again. */
const MOST_REMEMBERED = 10_000;

interface Refusal {
  endsAt: number;
  rememberedUntil: number;
}

/**
 * At most `points` calls per key in `duration` seconds, counted in the database for all processes. Every
 * write of the database waits for the disk and stops the event loop meanwhile. So calls that arrive at
 * once share a write, and a refused key is refused from memory: 50 refused sign-ins take 2 writes.
 */
export class CountedLimit {
  readonly #counter: RateLimiterPrisma;
  readonly #points: number;
  readonly #calls: CallBatcher<string>;
  readonly #refusals = new Map<string, Refusal>();

  constructor(
    db: Db,
    { name, points, duration }: { name: string; points: number; duration: number },
  ) {
    this.#points = points;
    this.#counter = new RateLimiterPrisma({
      storeClient: db,
      tableName: 'rateLimiterFlexible',
      keyPrefix: name,
      points,
      duration,
      clearExpiredByTimeout: false,
    });
    this.#calls = new CallBatcher((keys) => this.#count(keys));
  }

  /** Counts a call. Throws `too-many-requests`. */
  async spend(key: string): Promise<void> {
    const refusal = this.#remembered(key);
    if (refusal) throw refusal;
    await this.#calls.add(key);
  }

  /** Forgets the calls that were counted under a key. */
  async reset(key: string): Promise<void> {
    this.#refusals.delete(key);
    await this.#counter.delete(key);
  }

  /** An outcome for each call: null, or the Problem that refuses it. */
  async #count(keys: readonly string[]): Promise<(Problem | null)[]> {
    const numbers = new Map<string, number>();
    for (const key of keys) numbers.set(key, (numbers.get(key) ?? 0) + 1);
    const groups = [...numbers].map(async ([key, count]) => [key, await this.#add(key, count)]);
    const outcomes = new Map((await Promise.all(groups)) as [string, (Problem | null)[]][]);
    return keys.map((key) => outcomes.get(key)?.shift() ?? null);
  }

  /** Adds calls to a key, by one write. */
  async #add(key: string, count: number): Promise<(Problem | null)[]> {
    // Calls that waited here may have been overtaken by a refusal.
    const known = this.#remembered(key);
    if (known) return Array<Problem>(count).fill(known);
    const { consumedPoints, msBeforeNext } = await this.#counter.penalty(key, count);
    const accepted = Math.max(0, count - Math.max(0, consumedPoints - this.#points));
    if (accepted < count) this.#remember(key, msBeforeNext);
    return Array.from({ length: count }, (_, n) => (n < accepted ? null : tooMany(msBeforeNext)));
  }

  #remembered(key: string): Problem | null {
    const refusal = this.#refusals.get(key);
    if (!refusal) return null;
    const now = Date.now();
    if (now < refusal.rememberedUntil) return tooMany(refusal.endsAt - now);
    this.#refusals.delete(key);
    return null;
  }

  #remember(key: string, msBeforeNext: number): void {
    if (this.#refusals.size >= MOST_REMEMBERED) this.#refusals.clear();
    const now = Date.now();
    const endsAt = now + msBeforeNext;
    this.#refusals.set(key, { endsAt, rememberedUntil: Math.min(endsAt, now + REMEMBERED_FOR) });
  }
}

export function tooMany(msBeforeNext: number): Problem {
  return new Problem('too-many-requests', 'Too many attempts. Please try again later.', {
    retryAfter: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
  });
}
