const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

// Written by hand and not by Intl: the style is the same in every interface language, the
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
 * A day without a time zone, like 'Feb 29, 2004'. It never shifts, wherever the device is.
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

/** How long ago something was, in the unit in which people say it. */
export interface Since {
  unit: 'now' | 'minutes' | 'hours' | 'days' | 'weeks';
  count: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * How long ago an instant was, by whole units. What lies in the future counts as now: clocks differ.
 *
 * @param instant ISO 8601 with a zone
 * @param now milliseconds since 1970
 */
export function sinceOf(instant: string, now: number): Since {
  const passed = now - Date.parse(instant);
  if (passed >= 14 * DAY) return { unit: 'weeks', count: Math.floor(passed / (7 * DAY)) };
  if (passed >= DAY) return { unit: 'days', count: Math.floor(passed / DAY) };
  if (passed >= HOUR) return { unit: 'hours', count: Math.floor(passed / HOUR) };
  if (passed >= MINUTE) return { unit: 'minutes', count: Math.floor(passed / MINUTE) };
  return { unit: 'now', count: 0 };
}

/**
 * The calendar day on this device that lies `days` after an instant, as `YYYY-MM-DD`.
 *
 * @param now milliseconds since 1970
 */
export function dayAfter(now: number, days: number): string {
  const date = new Date(now);
  date.setDate(date.getDate() + days);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function dayOf(date: Date): string {
  return `${MONTHS[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`;
}

function partsOf(day: string): [year: number, month: number, date: number] {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  return [Number(year), Number(month), Number(date)];
}
