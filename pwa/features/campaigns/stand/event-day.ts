import type { HourOfVisits } from '#contract/campaigns.ts';

/** The visits of one day by the clocks of the visitors. The parts add up to `all`. */
export interface EventDay {
  /** `YYYY-MM-DD` */
  day: string;
  all: number;
  onTime: number;
  late: number;
  /** While the campaign was off: not counted. */
  afterEnd: number;
  /** All visits by the hour of the clock, 0 to 23. */
  hours: number[];
}

/** The days with a visit, newest first. */
export function eventDays(hours: readonly HourOfVisits[]): EventDay[] {
  const days = new Map<string, EventDay>();
  for (const { hour, onTime, late, afterEnd } of hours) {
    const [day = '', time = ''] = hour.split('T');
    const clock = Number.parseInt(time, 10);
    const sum = days.get(day) ?? { day, ...NONE, hours: Array.from({ length: 24 }, () => 0) };
    days.set(day, sum);
    const all = onTime + late + afterEnd;
    sum.all += all;
    sum.onTime += onTime;
    sum.late += late;
    sum.afterEnd += afterEnd;
    sum.hours[clock] = (sum.hours[clock] ?? 0) + all;
  }
  return [...days.values()].sort((a, b) => (a.day < b.day ? 1 : -1));
}

const NONE = { all: 0, onTime: 0, late: 0, afterEnd: 0 };
