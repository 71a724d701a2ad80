import { type Deadline, deadlinesOf } from '#contract/deadlines/deadlines.ts';
import { rulesHere } from '#pwa/lib/rules-here.ts';
import { today } from '#pwa/lib/time/clock.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';

/** The earliest deadline first; applications without one come last, in the order in which they were. */
export function byDeadline(rows: readonly ApplicationRow[]): ApplicationRow[] {
  const day = today();
  const days = new Map(rows.map((row) => [row, allDeadlines(row, day)[0]?.on ?? '9999']));
  return [...rows].sort((a, b) => (days.get(a) ?? '').localeCompare(days.get(b) ?? ''));
}

/**
 * The deadlines of a player, set aside or not, the earliest first.
 *
 * @param day `YYYY-MM-DD` on this device
 */
export function allDeadlines(row: ApplicationRow, day: string): readonly Deadline[] {
  return deadlinesOf(row, rulesHere(), day);
}
