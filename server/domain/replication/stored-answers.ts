import { Problem, type ProblemBody } from '#contract/problems.ts';
import { insertRows, rowsAmong } from '#prisma/bulk.ts';
import { type Db, readRows, type Tx } from '#prisma/client.ts';
import type { IdempotencyKeyModel } from '#prisma/generated/sqlite/models.ts';
import { removeInParts } from '#server/domain/common/remove-in-parts.ts';
import { unless } from './unless.ts';

/** The scope of calls without a user. */
export const VISITORS = 'visitor';

/** A write as it is stored under its idempotency key. */
export interface Write {
  /** The user's id, or VISITORS: two users may use the same key. */
  scope: string;
  /** Null for a call without a key: it is applied each time it arrives. */
  key: string | null;
  /** A digest of method, path and body. */
  request: string;
  /** The HTTP status of a success. */
  status: number;
  /** Set when the write turns out to be applied already. */
  isRepeated?: boolean;
}

export const KEY_REUSED = new Problem(
  'key-reused',
  'This Idempotency-Key belongs to another change.',
);

/** The stored part of a reply whose rows are read again. */
export class Applied {
  readonly id: string | number;
  /** Of the record, when the write was applied; undefined for one without versions. */
  readonly version: number | undefined;
  readonly conflicts: readonly string[] | undefined;
  /** The record was as the write wants it before. */
  readonly already: true | undefined;

  constructor({ id, version, conflicts, already }: Applied) {
    this.id = id;
    this.version = version;
    this.conflicts = conflicts;
    this.already = already;
  }
}

/** How a write ended, as its key tells. */
type Known<Reply> = Reply | Problem | Applied;

/** The stored answers to the writes of one transaction, and the new ones. */
export class StoredAnswers<Reply> {
  readonly #isReread: boolean;
  readonly #known = new Map<string, { request: string; outcome: Known<Reply> }>();
  readonly #fresh: { write: Write & { key: string }; outcome: Reply | Problem }[] = [];

  /** @param isReread of a reply only `Applied` is stored, because its rows are read again */
  private constructor(isReread: boolean) {
    this.#isReread = isReread;
  }

  static async read<Reply>(
    tx: Tx,
    writes: readonly Write[],
    { isReread }: { isReread: boolean },
  ): Promise<StoredAnswers<Reply>> {
    const answers = new StoredAnswers<Reply>(isReread);
    const keys = new Map<string, string[]>();
    for (const { scope, key } of writes) {
      if (key !== null) keys.set(scope, [...(keys.get(scope) ?? []), key]);
    }
    for (const [scope, values] of keys) {
      for (const row of await rowsOfKeys<IdempotencyKeyModel>(tx, scope, values)) {
        const outcome = answers.#storedOf(outcomeOf(row));
        answers.#known.set(nameOf(row), { request: row.request, outcome });
      }
    }
    return answers;
  }

  /** Undefined for a call that was not answered yet. */
  recall(write: Write): Known<Reply> | undefined {
    const known = this.#known.get(nameOf(write));
    if (!known || known.request === write.request) return known?.outcome;
    return KEY_REUSED;
  }

  keep(write: Write, outcome: Reply | Problem): void {
    const { key, request } = write;
    if (key === null) return;
    this.#fresh.push({ write: { ...write, key }, outcome });
    this.#known.set(nameOf(write), { request, outcome });
  }

  /** Stores the new answers as they are now: `flush` may have completed them. */
  async store(tx: Tx): Promise<void> {
    const rows = this.#fresh.map(({ write, outcome }) => rowOf(write, this.#storedOf(outcome)));
    await insertRows(tx, 'IdempotencyKey', KEY_COLUMNS, rows);
  }

  #storedOf(outcome: Reply | Problem): Known<Reply> {
    const isRead = this.#isReread && !(outcome instanceof Problem);
    return isRead ? new Applied(outcome as Applied) : outcome;
  }
}

/** Whether an answer is stored under the key of a write. */
export async function isAnswered(
  db: Db,
  { scope, key }: Pick<Write, 'scope' | 'key'>,
): Promise<boolean> {
  if (key === null) return false;
  const sql = 'SELECT 1 FROM "IdempotencyKey" WHERE "scope" = $1 AND "key" = $2';
  return (await readRows(db, sql, scope, key)).length > 0;
}

/** Whether this very call, key and body, was applied. */
export async function wasApplied(db: Db, { scope, key, request }: Write): Promise<boolean> {
  if (key === null) return false;
  const sql = `SELECT 1 FROM "IdempotencyKey"
    WHERE "scope" = $1 AND "key" = $2 AND "request" = $3 AND "status" < 400`;
  return (await readRows(db, sql, scope, key, request)).length > 0;
}

/**
 * Stores the refusal of a write that was rolled back.
 *
 * @returns false when another transaction has stored the key meanwhile
 */
export async function storeRefusal(db: Db, write: Write, refusal: Problem): Promise<boolean> {
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
  // Not a 404: the record is gone, and nothing is left to decide.
  const isRefused = (status = 0) => status >= 400 && status !== 404;
  return {
    unknown: keys.filter((key) => !known.has(key)),
    refused: keys.filter((key) => isRefused(known.get(key))),
  };
}

/**
 * Deletes the keys that are older than this, except keys of inquiries: nothing else tells an inquiry
 * that arrives again from a second one.
 *
 * @param days at least 60: so long a phone may repeat a call
 * @returns how many
 */
export async function forgetOldKeys(db: Db, days: number, now: Date): Promise<number> {
  const before = new Date(now.getTime() - days * 24 * 60 * 60_000);
  let removed = 0;
  // From scope to scope, because the index of keys begins with it.
  for (let scope = ''; ; ) {
    const next = await db.idempotencyKey.findFirst({
      where: { scope: { gt: scope } },
      orderBy: { scope: 'asc' },
      select: { scope: true },
    });
    if (!next) return removed;
    scope = next.scope;
    if (scope !== VISITORS) removed += await forgetKeysOf(db, scope, before);
  }
}

function forgetKeysOf(db: Db, scope: string, before: Date): Promise<number> {
  return removeInParts(async (take) => {
    const where = { scope, createdAt: { lt: before } };
    const found = await db.idempotencyKey.findMany({ where, select: { key: true }, take });
    const among = { scope, key: { in: found.map(({ key }) => key) } };
    await db.idempotencyKey.deleteMany({ where: among });
    return found.length;
  });
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
