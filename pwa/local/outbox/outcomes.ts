import type { Mirror } from '#pwa/local/database/mirror.ts';
import { acceptedAmong, isOver, type Known, lastSeen, outcomeNow, readLeft } from './outcome.ts';

/** How many changes were accepted, were refused, are still queued, and were dropped meanwhile. */
export interface Outcomes {
  sent: number;
  refused: number;
  waiting: number;
  dropped: number;
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
  if (!left || !accepted) return { sent: 0, refused: 0, waiting: keys.length, dropped: 0 };
  const refused = left.filter((entry) => outcomeNow(entry)?.kind === 'refused').length;
  const sent = accepted.length;
  return { sent, refused, waiting: left.length - refused, dropped: gone.size - sent };
}
