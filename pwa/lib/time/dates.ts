const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

// Not by Intl: the style of a day is the same in every language, the time zone is read each time (an agent
// travels), and Intl's space before PM differs by version.

/** In which language times and days in words are told. */
let language = 'en';

/** Tells them in another language from now on: the texts of the office say so before they show it. */
export function tellTimesIn(shown: string): void {
  language = shown;
}

/**
 * The calendar day of an instant on this device, like 'Jan 5, 2024'.
 *
 * @param instant ISO 8601 with a zone; any other text is returned unchanged
 */
export function formatDay(instant: string): string {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? instant : dayOf(date);
}

/**
 * Day and time of an instant on this device, like 'Jan 5, 2024, 3:04 PM', in German 'Jan 5, 2024, 15:04'.
 *
 * @param instant ISO 8601 with a zone; any other text is returned unchanged
 */
export function formatMoment(instant: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return instant;
  return `${dayOf(date)}, ${clockTime(date.getHours(), date.getMinutes())}`;
}

/** Like '3:04 PM' in English, '15:04' in the other languages. */
function clockTime(hours: number, minutes: number): string {
  return language === 'en'
    ? `${hours % 12 || 12}:${two(minutes)} ${hours < 12 ? 'AM' : 'PM'}`
    : `${two(hours)}:${two(minutes)}`;
}

/**
 * A calendar day, such as a birthday, like 'Feb 29, 2004', or with a time of it, such as a follow-up, like
 * 'Feb 29, 2004, 3:04 PM'. No time zone shifts it.
 *
 * @param day `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`; any other text is returned unchanged
 */
export function formatDate(day: string): string {
  const [year, month, date] = partsOf(dayPart(day));
  const name = MONTHS[month - 1];
  return name ? withTime(`${name} ${date}, ${year}`, timePart(day)) : day;
}

/** The day of a day with or without a time of it. */
export function dayPart(day: string): string {
  return day.slice(0, DAY_LENGTH);
}

/** The time of a day with or without one, `HH:MM`; empty without one. */
export function timePart(day: string): string {
  return day.slice(DAY_LENGTH + 1);
}

/** A day and a time of it, which may be empty, as one value. */
export function joinTime(day: string, time: string): string {
  return time === '' ? day : `${day}T${time}`;
}

const DAY_LENGTH = 'YYYY-MM-DD'.length;

/**
 * Words for a day with a time of it, like 'Tomorrow, 3:04 PM'.
 *
 * @param time `HH:MM`; empty for none
 */
export function withTime(words: string, time: string): string {
  const [hours, minutes] = time.split(':').map(Number);
  return hours === undefined || minutes === undefined
    ? words
    : `${words}, ${clockTime(hours, minutes)}`;
}

/** Days from today up to which a day is said in words. */
const IN_WORDS = 13;

/**
 * A calendar day beside today: 'tomorrow', 'in 3 days', 'yesterday'; beyond two weeks as a date. With a time
 * of it: 'tomorrow, 3:04 PM'.
 *
 * @param day `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`; any other text is returned unchanged
 * @param today `YYYY-MM-DD` on this device
 */
export function dayInWords(day: string, today: string): string {
  const days = (Date.parse(dayPart(day)) - Date.parse(today)) / DAY;
  if (!(Math.abs(days) <= IN_WORDS)) return formatDate(day);
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day');
  return withTime(words, timePart(day));
}

/**
 * A person's age in whole years. A birthday on Feb 29 counts on Mar 1 in common years.
 *
 * @param day `YYYY-MM-DD`
 * @param today `YYYY-MM-DD` on this device
 */
export function ageOf(day: string, today: string): number {
  const [year, month, date] = partsOf(day);
  const [thisYear, thisMonth, thisDate] = partsOf(today);
  const before = thisMonth < month || (thisMonth === month && thisDate < date);
  return thisYear - year - (before ? 1 : 0);
}

/** An age in its largest whole unit. */
export interface Since {
  unit: 'now' | 'minutes' | 'hours' | 'days' | 'weeks' | 'months' | 'years';
  count: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The mean lengths of the calendar. */
const MONTH = 30.4375 * DAY;
const YEAR = 12 * MONTH;

/**
 * The age of an instant in whole units. An instant in the future counts as now: clocks differ.
 *
 * @param instant ISO 8601 with a zone
 * @param now milliseconds since 1970
 */
export function sinceOf(instant: string, now: number): Since {
  const passed = now - Date.parse(instant);
  if (passed >= 2 * YEAR) return { unit: 'years', count: Math.floor(passed / YEAR) };
  if (passed >= 2 * MONTH) return { unit: 'months', count: Math.floor(passed / MONTH) };
  if (passed >= 14 * DAY) return { unit: 'weeks', count: Math.floor(passed / (7 * DAY)) };
  if (passed >= DAY) return { unit: 'days', count: Math.floor(passed / DAY) };
  if (passed >= HOUR) return { unit: 'hours', count: Math.floor(passed / HOUR) };
  if (passed >= MINUTE) return { unit: 'minutes', count: Math.floor(passed / MINUTE) };
  return { unit: 'now', count: 0 };
}

/**
 * The calendar day `days` after an instant, in this device's time zone, as `YYYY-MM-DD`.
 *
 * @param now milliseconds since 1970
 */
export function dayAfter(now: number, days: number): string {
  const date = new Date(now);
  date.setDate(date.getDate() + days);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** With two digits. */
function two(part: number): string {
  return String(part).padStart(2, '0');
}

function dayOf(date: Date): string {
  return `${MONTHS[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`;
}

function partsOf(day: string): [year: number, month: number, date: number] {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  return [Number(year), Number(month), Number(date)];
}
