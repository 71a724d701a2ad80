import { liveQuery } from 'dexie';
import type { ProblemCode } from '#contract/problems.ts';
import { isCutOff, link } from '#pwa/lib/link.ts';
import type { Mirror } from './mirror.ts';
import type { OutboxEntry } from './outbox-entry.ts';

/** What became of a change. `message` are the server's words (English), `code` says which they are. */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'waiting' }
  | { kind: 'refused'; message: string; code: ProblemCode };

/**
 * What becomes of a queued change, soon enough to tell the person: 'sent' when the server has
 * accepted it, 'refused' with its reason, 'waiting' after `patienceMs`, and at once when the first
 * attempt fails or the phone is known to be cut off. Never throws: a mirror that cannot be read
 * means that the change still waits.
 */
export function outcomeOf(mirror: Mirror, key: string, patienceMs = 4_000): Promise<Outcome> {
  if (isCutOff()) return Promise.resolve({ kind: 'waiting' });
  return new Promise((resolve) => {
    const settle = (outcome: Outcome): void => {
      clearTimeout(timer);
      unsubscribe();
      entries.unsubscribe();
      resolve(outcome);
    };
    const timer = setTimeout(() => settle({ kind: 'waiting' }), patienceMs);
    const unsubscribe = link.subscribe(() => isCutOff() && settle({ kind: 'waiting' }));
    const entries = liveQuery(async () => ({
      entry: await mirror.outbox.where('key').equals(key).first(),
    })).subscribe({
      next: ({ entry }) => {
        const outcome = outcomeNow(entry);
        if (outcome) settle(outcome);
      },
      error: () => settle({ kind: 'waiting' }),
    });
  });
}

/** How many of some changes the server has accepted, has refused, and does not have yet. */
export interface Outcomes {
  sent: number;
  refused: number;
  waiting: number;
}

/** As `outcomeOf`, of changes that were queued together: told once, when no more of them is under way. */
export function outcomesOf(
  mirror: Mirror,
  keys: readonly string[],
  patienceMs = 4_000,
): Promise<Outcomes> {
  return new Promise((resolve) => {
    let known: Outcomes = { sent: 0, refused: 0, waiting: keys.length };
    const settle = (): void => {
      clearTimeout(timer);
      unsubscribe();
      entries.unsubscribe();
      resolve(known);
    };
    const timer = setTimeout(settle, isCutOff() ? 0 : patienceMs);
    const unsubscribe = link.subscribe(() => isCutOff() && settle());
    const entries = liveQuery(() => mirror.outbox.where('key').anyOf(keys).toArray()).subscribe({
      next: (left) => {
        const ends = left.map(outcomeNow);
        const refused = ends.filter((end) => end?.kind === 'refused').length;
        known = { sent: keys.length - left.length, refused, waiting: left.length - refused };
        if (ends.every((end) => end !== null)) settle();
      },
      error: settle,
    });
  });
}

function outcomeNow(entry: OutboxEntry | undefined): Outcome | null {
  if (!entry) return { kind: 'sent' };
  if (entry.state === 'refused' && entry.reason) {
    const { message, code } = entry.reason.problem;
    return { kind: 'refused', message, code };
  }
  return entry.state === 'waiting' && entry.tries > 0 ? { kind: 'waiting' } : null;
}
