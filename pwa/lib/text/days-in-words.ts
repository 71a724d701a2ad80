import { ageOf } from '#pwa/lib/time/dates.ts';

const DAY = 24 * 60 * 60_000;

/** Days beside today, by their words in a filter; both are `YYYY-MM-DD`. */
export const DAYS_IN_WORDS = {
  overdue: (day: string, today: string) => day < today,
  'this-week': (day: string, today: string) => weekOf(day) === weekOf(today),
  'under-19': (day: string, today: string) => ageOf(day, today) < 19,
} as const;
export type DaysInWords = keyof typeof DAYS_IN_WORDS;

export function isDaysInWords(value: string): value is DaysInWords {
  return Object.hasOwn(DAYS_IN_WORDS, value);
}

/** Weeks since 1970; they begin on Monday. */
function weekOf(day: string): number {
  return Math.floor((Date.parse(day) / DAY + 3) / 7);
}
