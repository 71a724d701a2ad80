import { Problem, type ProblemBody } from '#contract/problems.ts';
import { insertRows, rowsAmong } from '#prisma/bulk.ts';
import type { Db, Tx } from '#prisma/client.ts';
import { failureOf } from '#prisma/failures.ts';
import type { IdempotencyKeyModel } from '#prisma/generated/sqlite/models.ts';
import { KEY_LIFE } from './change.ts';
import { unless } from './unless.ts';

/** A write as it is remembered. */
export interface Write {
  /** The user's id, or `visitor`: the same key of two users is two keys. */
  scope: string;
  /** The Idempotency-Key; null for a call without one, which is not remembered. */
  key: string | null;
  /** A digest of method, path and body. */
  request: string;
  /** The HTTP status of a success. */
  status: number;
}

/** How often a transaction that lost a race is tried. */
const ATTEMPTS = 4;

/**
 * Does `work` in one transaction, and with a key only once: the key, what `work` writes and the
 * answer are committed together or not at all. The same key again is answered with the stored
 * answer, also while the first call is still at work (it waits); for another request it is a
 * `key-reused`. A refusal (a Problem below 500) undoes the work and is remembered as the answer;
 * anything else that is thrown undoes the work and leaves no trace.
 *
 * `work` may run more than once: where the database chose another transaction over it.
 */
export async function once<R>(db: Db, write: Write, work: (tx: Tx) => Promise<R>): Promise<R> {
  const { key } = write;
  if (key === null) return inTransaction(db, work);
  const keyed = { ...write, key };

  try {
    return await inTransaction(db, async (tx) => {
      await claim(tx, keyed);
      const reply = await work(tx);
      await answer(tx, keyed, reply);
      return reply;
    });
  } catch (error) {
    if (error instanceof KeyTaken) return repeat(db, write, keyed, work);
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    const create = db.idempotencyKey.create({ data: rowOf(keyed, error.status, error) });
    if (!(await unless('unique', create, () => null))) return repeat(db, write, keyed, work);
    throw error;
  }
}

/**
 * Those of a user's keys under which nothing is remembered, and those under which there is a refusal.
 * Not that there was no such record any more: an answer that was erased with its person says so, too.
 */
export async function keysMissing(
  db: Tx,
  userId: number,
  keys: readonly string[],
): Promise<{ unknown: string[]; refused: string[] }> {
  const where = { column: 'key', values: keys, also: ['scope', `${userId}`] as [string, string] };
  const rows = await rowsAmong<{ key: string; status: number }>(
    db,
    'IdempotencyKey',
    where,
    '"key", "status"',
  );
  const known = new Map(rows.map(({ key, status }) => [key, status]));
  const isRefused = (status = 0) => status >= 400 && status !== 404;
  return {
    unknown: keys.filter((key) => !known.has(key)),
    refused: keys.filter((key) => isRefused(known.get(key))),
  };
}

/** Forgets the keys that are older than 60 days. */
export async function forgetOldKeys(db: Tx, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEY_LIFE);
  await db.idempotencyKey.deleteMany({ where: { createdAt: { lt: before } } });
}

export type KeyedWrite = Write & { key: string };

/**
 * As `once`, for many writes in one transaction: each is refused or done, recalled and remembered as
 * if it had come alone, but all of them are on disk together.
 *
 * @param work gets what was not answered before, each key once, and gives an outcome for each
 * @returns an outcome for each write; when it throws, nothing was written
 */
export function onceForAll<W extends { write: KeyedWrite }, R>(
  db: Db,
  all: readonly W[],
  work: (tx: Tx, fresh: readonly W[]) => Promise<(R | Problem)[]>,
): Promise<(R | Problem)[]> {
  return inTransaction(db, async (tx) => {
    const writes = all.map(({ write }) => write);
    const answers = await Answers.of<R>(tx, writes);
    const fresh = new Map<string, W>();
    for (const each of all) {
      const { write } = each;
      if (answers.recall(write) === undefined && !fresh.has(nameOf(write)))
        fresh.set(nameOf(write), each);
    }
    const outcomes = await work(tx, [...fresh.values()]);
    for (const [n, { write }] of [...fresh.values()].entries()) {
      answers.keep(write, outcomes[n] as R | Problem);
    }
    await answers.store(tx);
    return writes.map((write) => answers.recall(write) as R | Problem);
  });
}

/** What many writes of one transaction were answered before, and what they are answered now. */
export class Answers<R> {
  readonly #known: Map<string, { request: string; outcome: R | Problem }>;
  readonly #fresh: { write: KeyedWrite; outcome: R | Problem }[] = [];

  private constructor(known: Map<string, { request: string; outcome: R | Problem }>) {
    this.#known = known;
  }

  /** Reads what is stored. What the writes change should be locked before. */
  static async of<R>(tx: Tx, writes: readonly KeyedWrite[]): Promise<Answers<R>> {
    const scopes = [...new Set(writes.map((write) => write.scope))];
    const known = new Map<string, { request: string; outcome: R | Problem }>();
    for (const scope of scopes) {
      const values = writes.filter((write) => write.scope === scope).map(({ key }) => key);
      const where = { column: 'key', values, also: ['scope', scope] as [string, string] };
      for (const row of await rowsAmong<IdempotencyKeyModel>(tx, 'IdempotencyKey', where)) {
        known.set(nameOf(row), { request: row.request, outcome: outcomeOf<R>(row) });
      }
    }
    return new Answers<R>(known);
  }

  /** The answer that this write had before; undefined for a new one. */
  recall(write: KeyedWrite): R | Problem | undefined {
    const known = this.#known.get(nameOf(write));
    return known && known.request !== write.request ? keyReused() : known?.outcome;
  }

  keep(write: KeyedWrite, outcome: R | Problem): void {
    this.#fresh.push({ write, outcome });
    this.#known.set(nameOf(write), { request: write.request, outcome });
  }

  /** Stores the new answers, all by one statement. */
  async store(tx: Tx): Promise<void> {
    const createdAt = new Date();
    const rows = this.#fresh.map(({ write, outcome }) => {
      const status = outcome instanceof Problem ? outcome.status : write.status;
      return { ...rowOf(write, status, outcome), createdAt };
    });
    await insertRows(tx, 'IdempotencyKey', KEY_COLUMNS, rows);
  }
}

/** The same key of two users is two keys. */
function nameOf({ scope, key }: Pick<KeyedWrite, 'scope' | 'key'>): string {
  return `${scope} ${key}`;
}

const KEY_COLUMNS = {
  scope: 'text',
  key: 'text',
  request: 'text',
  status: 'integer',
  answer: 'text',
  createdAt: 'instant',
} as const;

function outcomeOf<R>({ status, answer: text }: IdempotencyKeyModel): R | Problem {
  if (status < 400) return JSON.parse(text) as R;
  const { code, message, fields }: ProblemBody = JSON.parse(text);
  return new Problem(code, message, fields && { fields });
}

function keyReused(): Problem {
  return new Problem('key-reused', 'This Idempotency-Key belongs to another change.');
}

class KeyTaken extends Error {}

/** On PostgreSQL this waits for a transaction that has claimed the same key and is under way. */
async function claim(tx: Tx, write: KeyedWrite): Promise<void> {
  const data = rowOf(write, write.status, null);
  await unless('unique', tx.idempotencyKey.create({ data, select: { key: true } }), (cause) => {
    throw new KeyTaken('The key is taken.', { cause });
  });
}

async function answer({ idempotencyKey }: Tx, { scope, key }: KeyedWrite, reply: unknown) {
  await idempotencyKey.update({
    where: { scope_key: { scope, key } },
    data: { answer: JSON.stringify(reply ?? null) },
    select: { key: true },
  });
}

function rowOf({ scope, key, request }: KeyedWrite, status: number, reply: unknown) {
  return { scope, key, request, status, answer: JSON.stringify(reply) };
}

async function repeat<R>(
  db: Db,
  write: Write,
  { scope, key, request }: KeyedWrite,
  work: (tx: Tx) => Promise<R>,
): Promise<R> {
  const stored = await db.idempotencyKey.findUnique({ where: { scope_key: { scope, key } } });
  // Forgotten in this very moment.
  if (!stored) return once(db, write, work);
  if (stored.request !== request) throw keyReused();
  const outcome = outcomeOf<R>(stored);
  if (outcome instanceof Problem) throw outcome;
  return outcome;
}

/** A transaction that is tried again when the database chose another one over it. */
export async function inTransaction<R>(
  db: Db,
  work: (tx: Tx) => Promise<R>,
  attempt = 1,
): Promise<R> {
  try {
    return await db.$transaction(work);
  } catch (error) {
    if (failureOf(error) !== 'conflict' || attempt === ATTEMPTS) throw error;
    return inTransaction(db, work, attempt + 1);
  }
}
