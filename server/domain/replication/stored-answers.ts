import { Problem, type ProblemBody } from '#contract/problems.ts';
import { insertRows, rowsAmong } from '#prisma/bulk.ts';
import { type Db, readRows, type Tx } from '#prisma/client.ts';
import { Prisma } from '#prisma/generated/sqlite/client.ts';
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

/** The stored answers to the writes of one transaction, and the new ones. */
export class StoredAnswers<Reply> {
  readonly #known = new Map<string, { request: string; outcome: Reply | Problem }>();
  readonly #fresh: { write: Write & { key: string }; outcome: Reply | Problem }[] = [];

  static async read<Reply>(tx: Tx, writes: readonly Write[]): Promise<StoredAnswers<Reply>> {
    const answers = new StoredAnswers<Reply>();
    const keys = new Map<string, string[]>();
    for (const { scope, key } of writes) {
      if (key !== null) keys.set(scope, [...(keys.get(scope) ?? []), key]);
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
    const rows = this.#fresh.map(({ write, outcome }) => rowOf(write, outcome));
    await insertRows(tx, 'IdempotencyKey', KEY_COLUMNS, rows);
  }
}

/** Whether an answer is stored under the key of a write. */
export async function isAnswered(db: Db, { scope, key }: Write): Promise<boolean> {
  if (key === null) return false;
  const sql = 'SELECT 1 FROM "IdempotencyKey" WHERE "scope" = $1 AND "key" = $2';
  return (await readRows(db, sql, scope, key)).length > 0;
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
  // Not a 404: an answer that was erased together with its person is stored as one.
  const isRefused = (status = 0) => status >= 400 && status !== 404;
  return {
    unknown: keys.filter((key) => !known.has(key)),
    refused: keys.filter((key) => isRefused(known.get(key))),
  };
}

/** Stored answers that contain one of some texts, as `findAnswers` found them. */
export interface FoundAnswers {
  texts: ReadonlySet<string>;
  places: readonly Place[];
  /** Answers that were stored before this moment have been searched. */
  searchedUntil: Date;
}

/**
 * Searches the stored answers for these texts, for `overwriteAnswers`. It takes half a second for 200,000
 * answers, so search before the transaction, in which others would wait: they have turns between two parts.
 *
 * @param texts parts of the answers' JSON, in lower case
 */
export async function findAnswers(db: Tx, texts: readonly string[]): Promise<FoundAnswers> {
  const searchedUntil = new Date(Date.now() - LONGEST_TRANSACTION);
  const places: Place[] = [];
  const start: Place = { scope: '', key: '' };
  for (let from: Place | undefined = texts.length > 0 ? start : undefined; from; ) {
    const to: Place | undefined = await endOfPart(db, from);
    const end = to ? Prisma.sql`AND ("scope", "key") <= (${to.scope}, ${to.key})` : Prisma.empty;
    const part = Prisma.sql`("scope", "key") > (${from.scope}, ${from.key}) ${end}`;
    // In the order of their key: otherwise SQLite may look at all answers of a scope for a part, which took 100 ms.
    places.push(...(await answersWith(db, texts, part, Prisma.sql`ORDER BY "scope", "key"`)));
    from = to;
  }
  return { texts: new Set(texts), places, searchedUntil };
}

/**
 * Overwrites the stored answers that contain one of these texts by a refusal: a retry must not be
 * answered with erased data.
 *
 * @param texts parts of the answers' JSON, in lower case
 * @param found what was found before the transaction; without one of the texts, all is searched again
 */
export async function overwriteAnswers(
  tx: Tx,
  texts: readonly string[],
  refusal: Problem,
  found: FoundAnswers,
): Promise<void> {
  const isSearched = texts.every((text) => found.texts.has(text));
  const { places } = isSearched ? found : await findAnswers(tx, texts);
  const newer = Prisma.sql`"createdAt" >= ${found.searchedUntil} AND "scope" IN
    (SELECT ${VISITORS} UNION SELECT CAST("id" AS TEXT) FROM "User")`;
  const data = { status: refusal.status, answer: JSON.stringify(refusal) };
  for (const { scope, key } of [...places, ...(await answersWith(tx, texts, newer))]) {
    // Not `update`: an old answer may have been removed since it was found.
    await tx.idempotencyKey.updateMany({ where: { scope, key }, data });
  }
}

type Place = Pick<IdempotencyKeyModel, 'scope' | 'key'>;
type Found = Place & { answer: string };

/** Searched in a few milliseconds. */
const ANSWERS_A_PART = 1_000;
/**
 * In milliseconds: an answer is committed so long after the moment that it bears, at the most. A transaction
 * ends after 10 s, and the clocks of two servers may differ.
 */
const LONGEST_TRANSACTION = 5 * 60_000;

/** The last key of the part after `from`; undefined if the rest is less than a part. */
async function endOfPart(db: Tx, { scope, key }: Place): Promise<Place | undefined> {
  const [end] = await db.$queryRaw<Place[]>`
    SELECT "scope", "key" FROM "IdempotencyKey" WHERE ("scope", "key") > (${scope}, ${key})
    ORDER BY "scope", "key" LIMIT 1 OFFSET ${ANSWERS_A_PART - 1}`;
  return end;
}

/** Where the answers of a part stand that contain one of these texts. */
async function answersWith(
  db: Tx,
  texts: readonly string[],
  part: Prisma.Sql,
  order = Prisma.empty,
): Promise<Place[]> {
  if (texts.length === 0) return [];
  const likes = texts.map((text) => Prisma.sql`lower("answer") LIKE ${`%${text}%`}`);
  const rows = await db.$queryRaw<Found[]>`
    SELECT "scope", "key", "answer" FROM "IdempotencyKey"
    WHERE ${part} AND (${Prisma.join(likes, ' OR ')}) ${order}`;
  // LIKE reads _ and % as wildcards.
  return rows.filter(({ answer }) => texts.some((text) => answer.toLowerCase().includes(text)));
}

/**
 * Deletes the keys that are older than this, except those of inquiries: nothing else tells an inquiry
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
