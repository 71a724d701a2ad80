const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

// Written by hand and not by Intl: the style is the same in every interface language (§9, D-10), the
// device's zone is asked each time (an agent flies), and Intl's space before PM differs by version.

/**
 * The calendar day of an instant on this device, like 'Jan 5, 2024'.
 *
 * @param instant ISO 8601 with a zone; what is no instant comes back as it is
 */
export function formatDay(instant: string): string {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? instant : dayOf(date);
}

/**
 * Day and time of an instant on this device, like 'Jan 5, 2024, 3:04 PM'.
 *
 * @param instant ISO 8601 with a zone; what is no instant comes back as it is
 */
export function formatMoment(instant: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return instant;
  const hours = date.getHours();
  const minutes = String(date.getMinutes()).padStart(2, '0');
  return `${dayOf(date)}, ${hours % 12 || 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`;
}

/**
 * A day without a time zone, like 'Feb 29, 2004'. It never shifts, wherever the device is (P-20).
 *
 * @param day `YYYY-MM-DD`; anything else comes back as it is
 */
export function formatBirthday(day: string): string {
  const [year, month, date] = partsOf(day);
  const name = MONTHS[month - 1];
  return name ? `${name} ${date}, ${year}` : day;
}

/**
 * How old a person is, in whole years, by the calendar of this device. Who was born on Feb 29 grows
 * older on Mar 1 in common years.
 *
 * @param day `YYYY-MM-DD`
 */
export function ageOf(day: string, now: Date): number {
  const [year, month, date] = partsOf(day);
  const before =
    now.getMonth() + 1 < month || (now.getMonth() + 1 === month && now.getDate() < date);
  return now.getFullYear() - year - (before ? 1 : 0);
}

function dayOf(date: Date): string {
  return `${MONTHS[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`;
}

function partsOf(day: string): [year: number, month: number, date: number] {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  return [Number(year), Number(month), Number(date)];
}
