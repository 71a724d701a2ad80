import { Problem, type ProblemBody } from '#contract/problems.ts';
import { insertRows, rowsAmong } from '#prisma/bulk.ts';
import type { Db, Tx } from '#prisma/client.ts';
import { failureOf } from '#prisma/failures.ts';
import type { IdempotencyKeyModel } from '#prisma/generated/sqlite/models.ts';
import { KEY_LIFE } from './change.ts';
import { type BatchPlace, RefusedLanes } from './refused-lanes.ts';
import { unless } from './unless.ts';

/** A write as it is stored under its idempotency key. */
export interface Write {
  /** The user's id, or `visitor`: two users may use the same key. */
  scope: string;
  /** Null for a call without a key: it is applied each time it arrives. */
  key: string | null;
  /** A digest of method, path and body. */
  request: string;
  /** The HTTP status of a success. */
  status: number;
}

/** A call that writes. `place` is its place in a batch. */
export interface WriteCall {
  write: Write;
  place?: BatchPlace | undefined;
}

/** Applies calls inside one transaction. */
export interface UnitOfWork<Call, Reply> {
  /** Applies one call on top of those before it. Returns or throws a Problem to refuse the call. */
  apply(call: Call): Reply | Problem | Promise<Reply | Problem>;
  /** Writes what `apply` has collected in memory, and may complete the replies. */
  flush?(): Promise<void>;
  /** The rows have the keys of their calls as ids, so no answer is stored. */
  keysAreRowIds?: true;
}

/** Locks and reads what the calls need. Runs again when the transaction is retried. */
export type OpenUnit<Call, Reply> = (
  tx: Tx,
  calls: readonly Call[],
) => Promise<UnitOfWork<Call, Reply>>;

/** The refusal of a call that an earlier refusal blocks. It is not stored. */
export const HELD = new Problem('held', 'This call waits for one before it.');

/** How often a transaction that lost a race is tried. */
const ATTEMPTS = 4;

/**
 * Applies calls in one transaction, each at most once: rows, idempotency keys and replies are
 * committed together or not at all. A known key gets its stored reply; the same key with another
 * request is refused as `key-reused`. Refusals (a Problem below 500) are stored like replies.
 *
 * A refusal that is thrown undoes the whole transaction, so only a single call may throw one.
 *
 * @param refused lanes that are blocked from the start; a refusal blocks the rest of its lane
 * @returns a reply or a Problem for each call, in order
 * @throws anything that is not a refusal; then nothing was written
 */
export async function withIdempotency<Call extends WriteCall, Reply>(
  db: Db,
  calls: readonly Call[],
  open: OpenUnit<Call, Reply>,
  refused = new RefusedLanes(),
): Promise<(Reply | Problem)[]> {
  try {
    return await inTransaction(db, async (tx) => {
      const unit = await open(tx, calls);
      // Read after the locks of `open`: a call that waited there sees the key it waited for.
      const answers = await Answers.read<Reply>(tx, unit.keysAreRowIds ? [] : calls);
      const outcomes = await applyInOrder(calls, unit, answers, refused.copy());
      await unit.flush?.();
      await answers.store(tx);
      return outcomes;
    });
  } catch (error) {
    const [call, ...others] = calls;
    const isRefusal = error instanceof Problem && error.status < 500;
    if (!call || others.length > 0 || !isRefusal) throw error;
    if (await storeRefusal(db, call.write, error)) return [error];
    // The same call was applied meanwhile: answer what that one was answered.
    return withIdempotency(db, calls, open, refused);
  }
}

async function applyInOrder<Call extends WriteCall, Reply>(
  calls: readonly Call[],
  unit: UnitOfWork<Call, Reply>,
  answers: Answers<Reply>,
  lanes: RefusedLanes,
): Promise<(Reply | Problem)[]> {
  const outcomes: (Reply | Problem)[] = [];
  for (const call of calls) {
    const { write, place } = call;
    let outcome = place && lanes.blocks(place) ? HELD : answers.recall(write);
    if (outcome === undefined) {
      outcome = await unit.apply(call);
      if (!unit.keysAreRowIds) answers.keep(write, outcome);
    }
    if (place && outcome instanceof Problem) lanes.add(place);
    outcomes.push(outcome);
  }
  return outcomes;
}

/** The stored answers to the calls of one transaction, and the new ones. */
class Answers<Reply> {
  readonly #known = new Map<string, { request: string; outcome: Reply | Problem }>();
  readonly #fresh: { write: Write & { key: string }; outcome: Reply | Problem }[] = [];

  static async read<Reply>(tx: Tx, calls: readonly WriteCall[]): Promise<Answers<Reply>> {
    const answers = new Answers<Reply>();
    const keys = new Map<string, string[]>();
    for (const { write } of calls) {
      if (write.key !== null) keys.set(write.scope, [...(keys.get(write.scope) ?? []), write.key]);
    }
    for (const [scope, values] of keys) {
      for (const row of await rowsOfKeys<IdempotencyKeyModel>(tx, scope, values)) {
        answers.#known.set(nameOf(row), { request: row.request, outcome: outcomeOf(row) });
      }
    }
    return answers;
  }

  /** Undefined for a call that was not answered yet. */
  recall(write: Write): Reply | Problem | undefined {
    const known = this.#known.get(nameOf(write));
    if (!known || known.request === write.request) return known?.outcome;
    return new Problem('key-reused', 'This Idempotency-Key belongs to another change.');
  }

  keep(write: Write, outcome: Reply | Problem): void {
    const { key, request } = write;
    if (key === null) return;
    this.#fresh.push({ write: { ...write, key }, outcome });
    this.#known.set(nameOf(write), { request, outcome });
  }

  /** Stores the new answers as they are now: `flush` may have completed them. */
  async store(tx: Tx): Promise<void> {
    const rows = this.#fresh.map(({ write, outcome }) => rowOf(write, outcome));
    await insertRows(tx, 'IdempotencyKey', KEY_COLUMNS, rows);
  }
}

/** False when the key was stored by another transaction meanwhile. */
async function storeRefusal(db: Db, write: Write, refusal: Problem): Promise<boolean> {
  const { key } = write;
  if (key === null) return true;
  const data = rowOf({ ...write, key }, refusal);
  const create = db.idempotencyKey.create({ data, select: { key: true } });
  return (await unless('unique', create, () => null)) !== null;
}

/** Which of a user's keys have no stored answer, and which have a stored refusal. */
export async function keysMissing(
  db: Tx,
  userId: number,
  keys: readonly string[],
): Promise<{ unknown: string[]; refused: string[] }> {
  const rows = await rowsOfKeys<Pick<IdempotencyKeyModel, 'key' | 'status'>>(
    db,
    String(userId),
    keys,
    '"key", "status"',
  );
  const known = new Map(rows.map(({ key, status }) => [key, status]));
  // Not a 404: an answer that was erased together with its person is stored as one.
  const isRefused = (status = 0) => status >= 400 && status !== 404;
  return {
    unknown: keys.filter((key) => !known.has(key)),
    refused: keys.filter((key) => isRefused(known.get(key))),
  };
}

/** Deletes the keys that are older than 60 days. */
export async function forgetOldKeys(db: Tx, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEY_LIFE);
  await db.idempotencyKey.deleteMany({ where: { createdAt: { lt: before } } });
}

function rowsOfKeys<Row>(
  tx: Tx,
  scope: string,
  values: readonly string[],
  select?: string,
): Promise<Row[]> {
  return rowsAmong(tx, 'IdempotencyKey', { column: 'key', values, also: ['scope', scope] }, select);
}

function nameOf({ scope, key }: Pick<Write, 'scope' | 'key'>): string {
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

function rowOf({ scope, key, request, status }: Write & { key: string }, outcome: unknown) {
  return {
    scope,
    key,
    request,
    status: outcome instanceof Problem ? outcome.status : status,
    answer: JSON.stringify(outcome ?? null),
    createdAt: new Date(),
  };
}

function outcomeOf<Reply>({ status, answer }: IdempotencyKeyModel): Reply | Problem {
  if (status < 400) return JSON.parse(answer) as Reply;
  const { code, message, fields }: ProblemBody = JSON.parse(answer);
  return new Problem(code, message, fields && { fields });
}

/**
 * Retries a transaction that lost a race. On PostgreSQL the loser fails by a conflict, or by a key
 * that the winner has inserted; the retry sees the winner's rows.
 */
async function inTransaction<R>(db: Db, work: (tx: Tx) => Promise<R>, attempt = 1): Promise<R> {
  try {
    return await db.$transaction(work);
  } catch (error) {
    const failure = failureOf(error);
    const hasLost = failure === 'conflict' || failure === 'unique';
    if (!hasLost || attempt === ATTEMPTS) throw error;
    return inTransaction(db, work, attempt + 1);
  }
}
