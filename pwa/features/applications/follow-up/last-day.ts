import { REMOVED_DAYS } from '#contract/removal.ts';
import { formatDay } from '#pwa/lib/time/dates.ts';

const DAY = 24 * 60 * 60_000;

/** The day on which a removed application is deleted, for a person. */
export function lastDayOf(removedAt: string): string {
  return formatDay(new Date(Date.parse(removedAt) + REMOVED_DAYS * DAY).toISOString());
}
