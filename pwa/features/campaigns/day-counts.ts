import type { DayOfVisits } from '#contract/campaigns.ts';
import { dayAfter } from '#pwa/lib/time/dates.ts';

/**
 * The visits of each of the last `length` days of this device's calendar, oldest first, days without a visit
 * included. The last one is today.
 *
 * @param today `YYYY-MM-DD` on this device
 */
export function lastDays(
  days: readonly DayOfVisits[],
  length: number,
  today: string,
): DayOfVisits[] {
  const visits = new Map<string, number>();
  for (const { day, visits: more } of days) visits.set(day, (visits.get(day) ?? 0) + more);
  return Array.from({ length }, (_, at) => {
    const day = dayAfter(Date.parse(`${today}T12:00`), at + 1 - length);
    return { day, visits: visits.get(day) ?? 0 };
  });
}
