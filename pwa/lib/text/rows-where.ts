import { foldText } from '#contract/values/fold-text.ts';
import { hasAll, type SearchRules } from '#contract/values/search-rules.ts';
import { dayAfter, dayPart } from '#pwa/lib/time/dates.ts';
import { DAYS_IN_WORDS, isDaysInWords } from './days-in-words.ts';
import { NOTHING, type Where } from './where.ts';

interface Searched<Row> {
  id: keyof Row & string;
  /** It must be the value. */
  words?: readonly unknown[];
  named?: unknown;
  /**
   * A day must begin with the value, a number be the value; or they are within two: `2008..2010-03`, `180..`. A day may
   * be one of `DAYS_IN_WORDS`, too.
   */
  holds?: 'date' | 'number';
  identifies?: boolean;
}

/**
 * The rows whose fields fit. A text must contain the words; upper case, accents and their order make no
 * difference. Words that are the whole text of a row mean just that: "Striker" is no "Second striker". Every field
 * can be wanted empty, by `NOTHING`.
 *
 * @param today `YYYY-MM-DD` on this device
 */
export function rowsWhere<Row>(
  rows: readonly Row[],
  fields: readonly Searched<Row>[],
  where: Where,
  rules: SearchRules,
  today: string,
): readonly Row[] {
  const wanted = fields.flatMap((field) => {
    const value = where[field.id]?.trim();
    return value ? [fitting(rows, field, value, rules, today)] : [];
  });
  return wanted.length === 0 ? rows : rows.filter((row) => wanted.every((fits) => fits(row)));
}

function fitting<Row>(
  rows: readonly Row[],
  { id, words, named, holds, identifies }: Searched<Row>,
  value: string,
  { searchText, wantedOf }: SearchRules,
  today: string,
): (row: Row) => boolean {
  const textOf = (row: Row) => String(row[id] ?? '');
  if (value === NOTHING) return (row) => textOf(row) === '';
  if (words || named) return (row) => textOf(row) === value;
  if (holds === 'number') return (row) => isBetween(row[id], value);
  if (holds) return (row) => isWithin(localDay(textOf(row)), value, today);
  const whole = foldText(value);
  if (!identifies && rows.some((row) => foldText(textOf(row)) === whole))
    return (row) => foldText(textOf(row)).startsWith(whole);
  const wanted = wantedOf(value);
  return (row) => hasAll(searchText(textOf(row)), wanted);
}

function isBetween(number: unknown, value: string): boolean {
  const [from = '', to = from] = value.split('..');
  if (typeof number !== 'number') return false;
  return number >= Number(from) && (to === '' || number <= Number(to));
}

function isWithin(day: string, value: string, today: string): boolean {
  if (isDaysInWords(value)) return day !== '' && DAYS_IN_WORDS[value](dayPart(day), today);
  const [from = '', to] = value.split('..');
  if (to === undefined) return day.startsWith(from);
  return day !== '' && day >= from && (to === '' || day.slice(0, to.length) <= to);
}

/** The day of an instant on this device; a day stays as it is. */
function localDay(date: string): string {
  return date.endsWith('Z') ? dayAfter(Date.parse(date), 0) : date;
}
