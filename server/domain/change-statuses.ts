import type { Application, HistoryEntry, StatusChange } from '#contract/applications.ts';
import { Problem } from '#contract/problems.ts';
import { insertRows, lockRows, rowsAmong, updateRows } from '#prisma/bulk.ts';
import type { Db, Tx } from '#prisma/client.ts';
import type { ApplicationModel } from '#prisma/generated/sqlite/models.ts';
import { toApplication } from './application-row.ts';
import type { Change } from './change.ts';
import { nothingToChange } from './change-status.ts';
import { Answers, inTransaction, type KeyedWrite } from './idempotency.ts';
import { problemOfMissing } from './missing.ts';
import { raiseRevision } from './revision.ts';

/** One change of status of many, with what is to be remembered of it. */
export interface StatusCall {
  write: KeyedWrite;
  change: Change;
  params: { id: string };
  body: StatusChange;
}

/** Knows which calls must not be made, because of one before that was not accepted. */
export interface Order {
  /** The refusal of a call that must not be made, else null. */
  holds(n: number): Problem | null;
  /** Told of every call that was not accepted. */
  close(n: number): void;
}

type Changed = Application & { change: HistoryEntry };

/**
 * Does what changeStatus does, under the same keys and with the same answers, for many changes: one transaction and a handful of statements, however many they are.
 *
 * @param startOrder called for each attempt: a transaction that lost a race is tried again
 * @returns an outcome for each call; when it throws, nothing was written
 */
export function changeStatuses(
  db: Db,
  calls: readonly StatusCall[],
  startOrder: () => Order,
): Promise<(Changed | Problem)[]> {
  return inTransaction(db, async (tx) => {
    const desk = await Desk.open(tx, calls);
    const answers = await Answers.of<Changed>(
      tx,
      calls.map(({ write }) => write),
    );
    const order = startOrder();
    const outcomes = calls.map((call, n) => {
      const known = order.holds(n) ?? answers.recall(call.write);
      const outcome = known ?? desk.change(call);
      if (known === undefined) answers.keep(call.write, outcome);
      if (outcome instanceof Problem) order.close(n);
      return outcome;
    });
    await desk.write(tx);
    await answers.store(tx);
    return outcomes;
  });
}

/** The applications of a transaction, locked and in memory, and what was done to them. */
class Desk {
  readonly #applications: Map<string, Application>;
  /** Ids that entries of the history have already. */
  readonly #spent: ReadonlySet<string>;
  readonly #usernames: ReadonlyMap<number, string>;
  readonly #made: { made: Changed; userId: number | null }[] = [];

  private constructor(
    applications: Map<string, Application>,
    spent: ReadonlySet<string>,
    usernames: ReadonlyMap<number, string>,
  ) {
    this.#applications = applications;
    this.#spent = spent;
    this.#usernames = usernames;
  }

  static async open(tx: Tx, calls: readonly StatusCall[]): Promise<Desk> {
    const ids = [...new Set(calls.map(({ params }) => params.id))];
    await lockRows(tx, 'Application', ids);
    const rows = await rowsAmong<ApplicationModel>(tx, 'Application', {
      column: 'id',
      values: ids,
    });
    const keys = calls.map(({ change }) => change.id);
    const spent = await rowsAmong<{ id: string }>(
      tx,
      'HistoryEntry',
      { column: 'id', values: keys },
      '"id"',
    );
    const userIds = new Set(calls.map(({ change }) => change.userId ?? 0));
    const users = await tx.user.findMany({
      where: { id: { in: [...userIds] } },
      select: { id: true, username: true },
    });
    return new Desk(
      new Map(rows.map((row) => [row.id, toApplication(row)])),
      new Set(spent.map(({ id }) => id)),
      new Map(users.map(({ id, username }) => [id, username])),
    );
  }

  /** The outcome of a change; its versions are set by `write`. */
  change({ change, params, body }: StatusCall): Changed | Problem {
    const before = this.#applications.get(params.id);
    if (!before) return problemOfMissing('application');
    if (body.status === before.status && body.notes === null) return nothingToChange();
    if (this.#spent.has(change.id)) {
      return new Problem('key-reused', 'This Idempotency-Key belongs to another change.');
    }
    const arrivedAt = change.arrivedAt.toISOString();
    const after = { ...before, status: body.status, updatedAt: arrivedAt };
    this.#applications.set(params.id, after);
    const entry = {
      id: change.id,
      applicationId: params.id,
      previousStatus: before.status,
      newStatus: body.status,
      notes: body.notes,
      createdAt: change.happenedAt.toISOString(),
      arrivedAt,
      version: 0,
      by: this.#usernames.get(change.userId ?? 0) ?? null,
    };
    const made = { ...after, change: entry };
    this.#made.push({ made, userId: change.userId });
    return made;
  }

  async write(tx: Tx): Promise<void> {
    if (this.#made.length === 0) return;
    let version = (await raiseRevision(tx, this.#made.length)) - this.#made.length;
    for (const { made } of this.#made) {
      version += 1;
      made.version = version;
      made.change.version = version;
    }
    const last = new Map(this.#made.map(({ made }) => [made.id, made]));
    await updateRows(tx, 'Application', APPLICATION, [...last.values()].map(withInstants));
    const entries = this.#made.map(
      ({
        made: {
          change: { by: _, ...entry },
        },
        userId,
      }) => ({
        ...entry,
        userId,
        createdAt: new Date(entry.createdAt),
        arrivedAt: new Date(entry.arrivedAt),
      }),
    );
    await insertRows(tx, 'HistoryEntry', ENTRY, entries);
  }
}

const APPLICATION = {
  id: 'text',
  status: 'text',
  updatedAt: 'instant',
  version: 'integer',
} as const;
const ENTRY = {
  id: 'text',
  applicationId: 'text',
  previousStatus: 'text',
  newStatus: 'text',
  notes: 'text',
  createdAt: 'instant',
  arrivedAt: 'instant',
  userId: 'integer',
  version: 'integer',
} as const;

function withInstants({ id, status, updatedAt, version }: Application) {
  return { id, status, updatedAt: new Date(updatedAt), version };
}
