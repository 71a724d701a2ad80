import { type Deadline, deadlinesOf } from '#contract/deadlines/deadlines.ts';
import { rulesHere } from '#pwa/lib/rules-here.ts';
import { today } from '#pwa/lib/time/clock.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';

/** The earliest deadline first; applications without one come last, in the order in which they were. */
export function byDeadline(rows: readonly ApplicationRow[]): ApplicationRow[] {
  const day = today();
  const days = new Map(rows.map((row) => [row, nextDeadline(row, day)?.on ?? '9999']));
  return [...rows].sort((a, b) => (days.get(a) ?? '').localeCompare(days.get(b) ?? ''));
}

/**
 * The earliest deadline of a player, set aside or not.
 *
 * @param day `YYYY-MM-DD` on this device
 */
export function nextDeadline(row: ApplicationRow, day: string): Deadline | undefined {
  return deadlinesOf(row, rulesHere(), day)[0];
}
