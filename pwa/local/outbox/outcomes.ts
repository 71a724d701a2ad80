import type { ReceivedProblem } from '#contract/problems.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { findAcknowledged } from './acknowledged.ts';
import { acceptedAmong, isOver, type Known, lastSeen, readLeft } from './outcome.ts';

/** How many changes were accepted, were refused, are still queued, and were dropped meanwhile. */
export interface Outcomes {
  sent: number;
  /** How many of the accepted ones a person is asked about, because another person changed the record. */
  asked: number;
  /** How many of the accepted ones had nothing to change, so that there is nothing to undo. */
  already: number;
  refused: number;
  waiting: number;
  dropped: number;
  /** Why the first refused one was refused. */
  reason: ReceivedProblem | null;
}

/** As `outcomeOf` for changes that were queued together; resolves when each has its outcome. */
export async function outcomesOf(
  mirror: Mirror,
  keys: readonly string[],
  until?: AbortSignal,
): Promise<Outcomes> {
  const known: Known = new Map();
  const left = await lastSeen({
    read: async () => readLeft(mirror, keys, known),
    isEnd: (entries) => entries.every((entry) => isOver(entry, until)),
    until,
  });
  const gone = new Set(keys);
  for (const { key } of left ?? []) gone.delete(key);
  const accepted = left && (await acceptedAmong(mirror, [...gone], known));
  const kept = accepted && (await keptAmong(mirror, accepted).catch(() => null));
  if (!left || !accepted || !kept) {
    const none = { sent: 0, asked: 0, already: 0, refused: 0, dropped: 0 };
    return { ...none, waiting: keys.length, reason: null };
  }
  const reasons = left.flatMap(({ state, reason }) => (state === 'refused' && reason) || []);
  const refused = reasons.length;
  const sent = accepted.length;
  return {
    sent,
    asked: kept.asked.length,
    already: kept.already.length,
    refused,
    waiting: left.length - refused,
    dropped: gone.size - sent,
    reason: reasons[0]?.problem ?? null,
  };
}

/** The accepted changes without an Undo: an open question asks about them, or they found their record as they want it. */
export async function keptAmong(
  mirror: Mirror,
  keys: readonly string[],
): Promise<Record<'asked' | 'already', string[]>> {
  const inQuestion = new Set((await mirror.questions.toArray()).map(({ key }) => key));
  const accepted = await findAcknowledged(mirror, keys);
  return {
    asked: keys.filter((key) => inQuestion.has(key)),
    already: keys.filter((key) => accepted.get(key)?.already),
  };
}
