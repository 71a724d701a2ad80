import { Problem } from '#contract/problems.ts';
import type { Db, Tx } from '#prisma/client.ts';
import { failureOf } from '#prisma/failures.ts';
import { type BatchPlace, RefusedLanes } from './refused-lanes.ts';
import { Applied, StoredAnswers, storeRefusal, type Write } from './stored-answers.ts';

/** A call that writes. `place` is its place in a batch. */
export interface WriteCall {
  write: Write;
  place?: BatchPlace | undefined;
  /** Why this release refuses the call, which an earlier one has applied: it is answered, and never applied again. */
  refusal?: Problem;
}

/** Applies calls inside one transaction. */
export interface UnitOfWork<Call, Reply> {
  /** Applies one call on top of those before it. Returns or throws a Problem to refuse the call. */
  apply(call: Call): Reply | Problem | Promise<Reply | Problem>;
  /**
   * Reads the reply to a call that an earlier transaction has applied, from the rows as they are now. Returns or throws
   * a Problem if they are gone. Without it the reply itself is stored, so it must hold no personal data.
   */
  repeat?(call: Call, applied: Applied): Reply | Problem | Promise<Reply | Problem>;
  /** Writes what `apply` has collected in memory, and may complete the replies. */
  flush?(): Promise<void>;
  /** For a unit whose keys are ids of rows: whether this call was applied before. */
  isRepeated?(call: Call): boolean;
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
 * committed together or not at all. A known key is answered from the rows as they are now, with the conflicts that it
 * had, or with a Problem that says `wasApplied` if they are gone; the same key with another request is refused as `key-reused`. Refusals (a Problem below 500) are stored like
 * replies.
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
      const writes = unit.keysAreRowIds ? [] : calls.map(({ write }) => write);
      const isReread = unit.repeat !== undefined;
      const answers = await StoredAnswers.read<Reply>(tx, writes, { isReread });
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
  answers: StoredAnswers<Reply>,
  lanes: RefusedLanes,
): Promise<(Reply | Problem)[]> {
  const outcomes: (Reply | Problem)[] = [];
  for (const call of calls) {
    const { write, place } = call;
    const known = place && lanes.blocks(place) ? HELD : answers.recall(write);
    write.isRepeated = known !== undefined || unit.isRepeated?.(call) === true;
    let outcome: Reply | Problem;
    if (known instanceof Applied) outcome = await repeat(unit, call, known);
    else if (known !== undefined) outcome = known;
    else if (call.refusal) outcome = call.refusal;
    else {
      outcome = await unit.apply(call);
      if (!unit.keysAreRowIds) answers.keep(write, outcome);
    }
    if (place && outcome instanceof Problem) lanes.add(place);
    outcomes.push(outcome);
  }
  return outcomes;
}

async function repeat<Call, Reply>(
  unit: UnitOfWork<Call, Reply>,
  call: Call,
  applied: Applied,
): Promise<Reply | Problem> {
  try {
    const reply = await unit.repeat?.(call, applied);
    if (reply instanceof Problem) throw reply;
    const { conflicts, already } = applied;
    return { ...reply, ...(conflicts && { conflicts }), ...(already && { already }) } as Reply;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return new Problem(error.code, error.message, { wasApplied: true });
  }
}

/**
 * Retries a transaction that lost a race. On PostgreSQL the loser fails by a conflict, or by a key
 * that the winner has inserted; the retry sees the winner's rows.
 */
export async function inTransaction<R>(
  db: Db,
  work: (tx: Tx) => Promise<R>,
  attempt = 1,
): Promise<R> {
  try {
    return await db.$transaction(work);
  } catch (error) {
    const failure = failureOf(error);
    const hasLost = failure === 'conflict' || failure === 'unique';
    if (!hasLost || attempt === ATTEMPTS) throw error;
    return inTransaction(db, work, attempt + 1);
  }
}
