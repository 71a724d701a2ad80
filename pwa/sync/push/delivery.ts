import { currentUser } from '#contract/auth.ts';
import type { ReceivedProblem } from '#contract/problems.ts';
import { ApiError, Unreachable } from '#pwa/api/api-error.ts';
import { call } from '#pwa/api/call.ts';
import { request } from '#pwa/api/request.ts';
import { isOffline } from '#pwa/lib/connection.ts';
import { expiry } from '#pwa/lib/time/expiry.ts';
import { definitionOf, touchedBy } from '#pwa/local/changes/registry.ts';
import type { ServerState } from '#pwa/local/database/meta-state.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import { reopening } from '#pwa/local/database/reopening.ts';
import type { ListName } from '#pwa/local/database/rows.ts';
import { unsettle } from '#pwa/local/database/server-state.ts';
import { asTried, type Failed, markInFlight, writeFailed } from '#pwa/local/outbox/in-flight.ts';
import { firstPages } from '#pwa/sync/pull/first-pages.ts';
import { type Accepted, accept } from './accept.ts';
import {
  type After,
  afterFailure,
  type FailedAttempt,
  readFailure,
  type Stop,
} from './after-failure.ts';
import type { Lanes } from './lanes.ts';
import { type Pace, requestOf, sendBatch } from './send-batch.ts';

/** A batch without an answer for so long was too large for the connection, in milliseconds. */
const STALLED = 5_000;

/** What a drain has done so far. */
export interface Progress {
  /** How many changes the server has accepted. */
  sent: number;
  /** The lists that the accepted changes belong to. */
  touched: Set<ListName>;
  /** A backup has replaced the server's database: the whole mirror is out of date. */
  restored: boolean;
}

/** How an attempt to send one change ended: accepted, or still in the outbox. */
type Outcome = { after: After } & (Accepted | Failed);

interface DeliveryParts {
  mirror: Mirror;
  signal: AbortSignal;
  pace: Pace;
  progress: Progress;
  lanes: Lanes;
  asOf: ServerState;
}

/** Sends the requests of one drain and records how they ended. */
export class Delivery {
  readonly #parts: DeliveryParts;
  /** Attempts in a row that were told to come later. */
  #failures = 0;
  #stop: Stop = null;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
  }

  /** Why nothing more should be sent. */
  get stop(): Stop {
    return this.#stop;
  }

  /**
   * Sends changes, one by its own call or several in a batch.
   *
   * @param isAll nothing was sent before and nothing is left: the answer may bring the lists up to date
   */
  async deliver(wanted: readonly OutboxEntry[], { isAll }: { isAll: boolean }): Promise<void> {
    const { mirror, lanes } = this.#parts;
    const { entries, mark } = await markInFlight(mirror, wanted);
    const present = new Set(entries);
    for (const entry of wanted) if (!present.has(entry)) lanes.giveBack(entry, 'gone');
    const [only] = entries;
    if (!only) return;
    const outcomes =
      entries.length === 1 ? [await this.#alone(only)] : await this.#together(entries, isAll);
    await this.#record(outcomes, mark);
  }

  async #alone(entry: OutboxEntry): Promise<Outcome> {
    const { mirror, signal, pace, asOf } = this.#parts;
    try {
      const reply = await request({
        ...requestOf(entry),
        key: entry.key,
        sentFor: mirror.userId,
        sentTo: asOf.epoch,
        signal,
        reply: definitionOf(entry).endpoint.reply,
      });
      pace.went(1, 0);
      return { entry, after: 'gone', reply };
    } catch (error) {
      return this.#failed(entry, error);
    }
  }

  async #together(entries: readonly OutboxEntry[], isAll: boolean): Promise<Outcome[]> {
    const { mirror, signal, pace, asOf } = this.#parts;
    const startedAt = performance.now();
    const lists = new Set(entries.flatMap(touchedBy));
    const pages = isAll ? await firstPages(mirror, [...lists]) : [];
    const batch = { entries, pages, sentTo: asOf.epoch };
    try {
      const replies = await sendBatch(mirror, batch, signal);
      pace.went(entries.length, performance.now() - startedAt);
      const outcomes: Outcome[] = [];
      for (const [at, entry] of entries.entries()) {
        const reply = replies[at];
        const isFailure = reply instanceof Error;
        outcomes.push(
          isFailure ? await this.#failed(entry, reply) : { entry, after: 'gone', reply },
        );
      }
      return outcomes;
    } catch (error) {
      // A request that is cut at once says nothing about how much the connection can carry.
      const wasCut = error instanceof Unreachable && performance.now() - startedAt < STALLED;
      if (!signal.aborted && !wasCut) pace.failed();
      return this.#conclude(entries, await this.#examine(error));
    }
  }

  async #failed(entry: OutboxEntry, error: unknown): Promise<Outcome> {
    const { mirror, signal } = this.#parts;
    const attempt = await this.#examine(error);
    if (attempt?.verdict === 'refused') {
      const asIs = await acceptedAsIs(mirror, entry, attempt.problem, signal);
      if (asIs) return { ...asIs, after: 'gone' };
    }
    const [outcome] = await this.#conclude([entry], attempt);
    return outcome ?? { ...asTried(entry), after: 'stopped' };
  }

  /** Reads why a request failed; null when sending was aborted. Rethrows a bug. */
  async #examine(error: unknown): Promise<FailedAttempt | null> {
    const { mirror, signal } = this.#parts;
    if (signal.aborted) return null;
    const attempt = readFailure(error, Date.now());
    // The marker stays: whoever claims the outbox next counts these changes as tried.
    if (!attempt) throw error;
    if (attempt.failure.code !== 'forbidden') return attempt;
    // A 403 means this user, or another one who has signed in since; only the first is a refusal.
    try {
      const { id } = await call(currentUser, { signal });
      return id === mirror.userId ? attempt : { ...attempt, verdict: 'signed-out' };
    } catch (unanswered) {
      return this.#examine(unanswered);
    }
  }

  async #conclude(
    entries: readonly OutboxEntry[],
    attempt: FailedAttempt | null,
  ): Promise<Outcome[]> {
    const { mirror, progress, asOf } = this.#parts;
    if (!attempt) return entries.map((entry) => ({ ...asTried(entry), after: 'stopped' }));
    if (attempt.verdict === 'later') this.#failures += 1;
    const { sent } = progress;
    const situation = { isOffline: isOffline(), sent, failures: this.#failures, now: Date.now() };
    const { after, stop, failed } = afterFailure(entries, attempt, situation);
    if (stop) this.#stop = stop;
    if (stop === 'signed-out') expiry.setState({ expired: true });
    if (stop === 'restored') await reopening(mirror, () => unsettle(mirror, asOf.epoch));
    return failed.map((one) => ({ ...one, after }));
  }

  async #record(outcomes: readonly Outcome[], mark: number): Promise<void> {
    const { mirror, lanes, asOf } = this.#parts;
    const accepted = outcomes.flatMap((one) => ('update' in one ? [] : one));
    const isStored = await accept(mirror, accepted, asOf, mark);
    if (isStored) this.#count(accepted);
    else this.#stop ??= 'restored';
    // Another tab found that a backup has replaced the database that accepted these: they stay queued.
    const lost = isStored ? [] : accepted.map(({ entry }) => asTried(entry));
    const failed = [...lost, ...outcomes.flatMap((one) => ('update' in one ? one : []))];
    if (failed.length > 0) {
      await writeFailed(mirror, failed, () => mirror.inFlight.delete(mark));
    }
    for (const { entry, after } of outcomes) {
      lanes.giveBack(entry, !isStored && after === 'gone' ? 'stopped' : after);
    }
  }

  #count(accepted: readonly Accepted[]): void {
    if (accepted.length === 0) return;
    const { progress } = this.#parts;
    this.#failures = 0;
    progress.sent += accepted.length;
    for (const { entry } of accepted) {
      for (const list of touchedBy(entry)) progress.touched.add(list);
    }
    expiry.setState({ expired: false });
  }
}

/**
 * The acceptance of a change that was refused because the record already is as the person wants it, or because it
 * was deleted after the change was applied. Null for any other refusal.
 */
async function acceptedAsIs(
  mirror: Mirror,
  entry: OutboxEntry,
  problem: ReceivedProblem | null,
  signal: AbortSignal,
): Promise<Accepted | null> {
  if (!problem) return null;
  const { alreadyDone, id } = definitionOf(entry);
  const { code, wasApplied } = problem;
  if (wasApplied) return { entry, wasApplied };
  if (!alreadyDone?.mayBe(entry, code)) return null;
  const { check } = alreadyDone;
  if (!check) return { entry, reply: undefined };
  const params = { id: String(id(entry)) };
  try {
    const asIs = await call(check.read, { params, sentFor: mirror.userId, signal });
    return check.isDone(asIs, entry) ? { entry, asIs } : null;
  } catch (error) {
    if (error instanceof ApiError || error instanceof Unreachable) return null;
    throw error;
  }
}
