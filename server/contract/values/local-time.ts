/** Day and time in a zone, as `YYYY-MM-DD` and `HH:MM`. */
export function localTime(moment: Date, timeZone: string): { day: string; time: string } {
  // Swedish dates have this order.
  const text = moment.toLocaleString('sv-SE', { timeZone });
  return { day: text.slice(0, 10), time: text.slice(11, 16) };
}

const DAY = 24 * 60 * 60_000;

/**
 * The moment of a day and time in a zone. Where clocks go back it is the first of the two; a time that clocks
 * skip is as long after midnight as it says (RFC 5545, 3.3.5).
 *
 * @param local `YYYY-MM-DDTHH:MM`
 */
export function momentIn(local: string, timeZone: string): Date {
  const utc = Date.parse(`${local}Z`);
  const shown = (at: number): string => {
    const { day, time } = localTime(new Date(at), timeZone);
    return `${day}T${time}`;
  };
  /** The moment, if the clocks are as they are `days` from then. */
  const asOf = (days: number): number => {
    const then = utc + days * DAY;
    return utc - (Date.parse(`${shown(then)}Z`) - then);
  };
  const [before, after] = [asOf(-1), asOf(1)];
  return new Date(shown(before) !== local && shown(after) === local ? after : before);
}
