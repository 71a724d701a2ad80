import type { Campaign } from '#contract/campaigns.ts';
import { dayAfter } from '#pwa/lib/dates.ts';
import type { VisitHoursState } from '#pwa/local/meta-state.ts';
import { eventDays } from './event-day.ts';

/**
 * Visits since midnight on this device, as far as it can know: those of the last answer and those that came since,
 * never more than the UTC days that have a part of today. Without any answer those of the UTC day.
 */
export function visitsToday(
  { days = [], visits }: Pick<Campaign, 'days' | 'visits'>,
  answer: Pick<VisitHoursState, 'hours' | 'of'> | null,
  now = new Date(),
): number {
  const onDays = (...wanted: string[]) =>
    days.reduce((sum, { day, visits: more }) => sum + (wanted.includes(day) ? more : 0), 0);
  const utcDay = now.toISOString().slice(0, 10);
  if (!answer) return onDays(utcDay);
  const midnight = new Date(now);
  midnight.setHours(0, 0, 0, 0);
  const today = eventDays(answer.hours).find(({ day }) => day === dayAfter(now.getTime(), 0));
  const known = today ? today.onTime + today.late : 0;
  const since = Math.max(0, visits - answer.of);
  const most = onDays(utcDay, midnight.toISOString().slice(0, 10));
  return Math.min(known + since, Math.max(known, most));
}
