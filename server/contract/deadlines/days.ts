// Arithmetic with calendar days, `YYYY-MM-DD`. They have no time and no zone, so no change of the clocks moves them.

/** The day so many days later; earlier for a negative number. */
export function daysAfter(day: string, days: number): string {
  const at = dateOf(day);
  at.setUTCDate(at.getUTCDate() + days);
  return dayOf(at);
}

/** The same day of the month so many months later, or the last one of a shorter month. */
export function monthsAfter(day: string, months: number): string {
  const at = dateOf(day);
  const wanted = at.getUTCDate();
  at.setUTCMonth(at.getUTCMonth() + months, 1);
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  at.setUTCDate(Math.min(wanted, last));
  return dayOf(at);
}

/** The birthday so many years later. In a common year, that of Feb 29 is on Mar 1. */
export function birthdayAfter(birth: string, years: number): string {
  const at = dateOf(birth);
  at.setUTCFullYear(at.getUTCFullYear() + years);
  return dayOf(at);
}

/** How many days `to` is after `from`; negative if it is before. */
export function daysBetween(from: string, to: string): number {
  return Math.round((dateOf(to).getTime() - dateOf(from).getTime()) / (24 * 60 * 60_000));
}

function dateOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
