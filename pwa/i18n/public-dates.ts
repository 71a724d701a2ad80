// Dates of the public pages, as their language writes them; the back office uses lib/time/dates.ts.

/** A calendar day, such as '23. November 2026', from `YYYY-MM-DD`. */
export function publicDay(language: string, day: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    Date.parse(day),
  );
}

/** Day and time of an instant on this device, such as '23. November 2026 um 18:13', from ISO 8601. */
export function publicMoment(language: string, instant: string): string {
  return new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
  }).format(Date.parse(instant));
}

/**
 * A moment of the coming days on this device, such as 'Thursday, 18:40'.
 *
 * @param at milliseconds since 1970
 */
export function weekdayAndTime(language: string, at: number): string {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, options).format(at);
  const time = part({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return `${part({ weekday: 'long' })}, ${time}`;
}
