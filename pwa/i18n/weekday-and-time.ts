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
