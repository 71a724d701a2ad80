import type { ReceivedProblem } from '#contract/problems.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { outcomesOf } from '#pwa/local/outbox/outcome.ts';

/** The outcome of a change. `message` is the server's text in English, `code` names it. */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'waiting' }
  /** A person has dropped it meanwhile, in any tab: there is nothing to tell. */
  | { kind: 'dropped' }
  | { kind: 'refused'; message: string; code: ReceivedProblem['code'] };

/** The outcome of one change: see `outcomesOf`. */
export async function outcomeOf(
  mirror: Mirror,
  key: string,
  until?: AbortSignal,
): Promise<Outcome> {
  const { sent, dropped, reason } = await outcomesOf(mirror, [key], until);
  if (reason) return { kind: 'refused', message: reason.message, code: reason.code };
  if (sent > 0) return { kind: 'sent' };
  return { kind: dropped > 0 ? 'dropped' : 'waiting' };
}
