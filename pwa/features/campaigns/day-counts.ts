import type { DayOfVisits } from '#contract/campaigns.ts';

const DAY = 24 * 60 * 60_000;

/** The visits of each of the last `length` UTC days, oldest first, days without a visit included. */
export function lastDays(days: readonly DayOfVisits[], length: number, now: Date): DayOfVisits[] {
  const visits = new Map<string, number>();
  for (const { day, visits: more } of days) visits.set(day, (visits.get(day) ?? 0) + more);
  return Array.from({ length }, (_, at) => {
    const day = new Date(now.getTime() - (length - 1 - at) * DAY).toISOString().slice(0, 10);
    return { day, visits: visits.get(day) ?? 0 };
  });
}
