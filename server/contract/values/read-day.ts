import { LANGUAGE_CODES } from '#contract/fields/vocabulary.ts';
import { isDay } from './day.ts';
import { foldText } from './fold-text.ts';
import { withLatinDigits, withoutMarks } from './plain-text.ts';

/** Which comes first in `3/4/2007`. */
export type DayOrder = 'day' | 'month';

/**
 * Why the day may be another than the one that was read: `order` of day and month, a `century` that was left out, a
 * `time` that may lie in another zone, a `serial` number of a spreadsheet.
 */
export type DayDoubt = 'order' | 'century' | 'time' | 'serial';

/**
 * The day that a text says, as people and spreadsheets write it: `12.03.2007 00:00`, `2007/03/12`, `12 Mar 2007`; null
 * if it says none. Of `3/4/2007` it is 3 April unless `order` says otherwise.
 */
export function readDay(
  text: string,
  order: DayOrder | null,
): { day: string; doubt: DayDoubt | null } | null {
  const plain = withLatinDigits(withoutMarks(text).normalize('NFKC'))
    .replace(/\s+/g, ' ')
    .trim()
    .replace(AROUND, '');
  const [clock = ''] = CLOCK.exec(plain) ?? [];
  const bare = plain.slice(0, plain.length - clock.length).replace(/ ?([./-]) ?/g, '$1');
  const found = numericDay(bare, order) ?? namedDay(bare) ?? serialDay(bare);
  if (!found || !isDay(found.day)) return null;
  const isShifted = clock !== '' && !MIDNIGHT.test(clock);
  return { day: found.day, doubt: found.doubt ?? (isShifted ? 'time' : null) };
}

/** The order that the days of a file prove; null if none does, or if they contradict each other. */
export function provenOrder(texts: Iterable<string>): DayOrder | null {
  const proven = new Set<DayOrder>();
  for (const text of texts) {
    const [, first, , second] = OPEN.exec(text.trim()) ?? [];
    if (Number(first) > 12) proven.add('day');
    if (Number(second) > 12) proven.add('month');
  }
  return proven.size === 1 ? ([...proven][0] ?? null) : null;
}

/** A weekday or a star before a day, and an age behind it. */
const AROUND =
  /^\* ?|^\p{L}+\.?(?:, ?| (?=\d{1,2}(?:[./-]\d{1,2}[./-]|\S{0,2} (?:de )?\p{L}{3})))|\s?\(\d{1,2}(?: \p{L}+\.?)?\)$/gu;

type Found = { day: string; doubt: DayDoubt | null } | null;

/** A time behind a day. */
const CLOCK =
  /(?:T|,? )\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[AP]\.? ?M\.?| Uhr)?(?: ?(?:Z|[+-]\d{2}:?\d{2}))?$/i;
const MIDNIGHT = /^\D*(?:0?0:00(?::00(?:\.0+)?)?(?! ?P)|12:00(?::00)? ?A)/i;

/** Day and month in an order that only the file can tell. With dots the day comes first everywhere. */
const OPEN = /^(\d{1,2})([ /-])(\d{1,2})\2(?:\d{4}|\d{2})\b/;

function numericDay(text: string, order: DayOrder | null): Found {
  const [, year, , month, day] = /^(\d{4})([./-]?)(\d{1,2})\2(\d{1,2})\.?$/.exec(text) ?? [];
  // `2007312` is no day; with eight digits, or with signs between them, it is.
  if (year && month && day && (text.length >= 8 || /[./-]/.test(text))) {
    const found = dayOf(year, month, day);
    const turned = text.replace(/^(\d{2})(\d{2})(\d{4})$/, '$1/$2/$3');
    return isDay(found) || turned === text
      ? { day: found, doubt: null }
      : numericDay(turned, order);
  }
  const [, first = '', , second = '', written = ''] =
    /^(\d{1,2})([ ./-])(\d{1,2})\2(\d{4}|\d{2})\.?$/.exec(text) ?? [];
  if (written === '') return null;
  const isOpen = OPEN.test(text) && Number(first) <= 12 && Number(second) <= 12;
  const isMonthFirst = isOpen ? order === 'month' : OPEN.test(text) && Number(second) > 12;
  const [monthPart, dayPart] = isMonthFirst ? [first, second] : [second, first];
  const isDoubtful = isOpen && order === null && Number(first) !== Number(second);
  const doubt = isDoubtful ? 'order' : centuryDoubt(written);
  return { day: dayOf(fullYear(written), monthPart, dayPart), doubt };
}

function namedDay(text: string): Found {
  const [, one = '', name = '', other = '', year = ''] = NAMED.exec(text) ?? [];
  const month = monthOf(name);
  if (month === null || (one === '') === (other === '')) return null;
  return { day: dayOf(fullYear(year), String(month), one || other), doubt: centuryDoubt(year) };
}

const NAMED =
  /^(?:(\d{1,2})\.?(?:st|nd|rd|th|er|o|°)?[ ./-]*(?:de |of )?)?(\p{L}{3,}|[ivx]{1,2})(?:[ .-]+(\d{1,2})(?:st|nd|rd|th)?(?=[ ,-]))?[ ,./-]*(?:del? )?(\d{4}|\d{2})$/iu;

/** The month of a Roman number, or that a word of any language of the site names or begins; null for none, or for two. */
function monthOf(name: string): number | null {
  const word = foldText(name);
  if (ROMAN.includes(word)) return ROMAN.indexOf(word) + 1;
  const months = new Set(
    monthNames().flatMap(({ long, month }) => (long.startsWith(word) ? month : [])),
  );
  return months.size === 1 ? ([...months][0] ?? null) : null;
}

const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii'];

/** Of spreadsheets in German, of Austria, and of Spanish. */
const OTHER_NAMES = [
  { long: 'mrz', month: 3 },
  { long: 'janner', month: 1 },
  { long: 'feber', month: 2 },
  { long: 'setiembre', month: 9 },
];

let known: { long: string; month: number }[] | undefined;

function monthNames(): { long: string; month: number }[] {
  known ??= LANGUAGE_CODES.flatMap((language) => {
    const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
    return Array.from({ length: 12 }, (_, at) => ({
      long: foldText(format.format(Date.UTC(2000, at, 15))),
      month: at + 1,
    }));
  }).concat(OTHER_NAMES);
  return known;
}

/** The days since 1899-12-30 by which spreadsheets store a day: those from 1920 to 2036. */
function serialDay(text: string): Found {
  const days = /^\d{4,5}(?:[.,]\d+)?$/.test(text) ? Number.parseInt(text, 10) : 0;
  if (days < 7_305 || days > 50_000) return null;
  const at = new Date(Date.UTC(1899, 11, 30) + days * 24 * 60 * 60_000);
  return { day: at.toISOString().slice(0, 10), doubt: 'serial' };
}

function centuryDoubt(year: string): DayDoubt | null {
  return year.length === 2 ? 'century' : null;
}

/** A year of two digits is the last one that ended so. */
function fullYear(year: string): string {
  if (year.length === 4) return year;
  const isThisCentury = 2000 + Number(year) <= new Date().getUTCFullYear();
  return `${isThisCentury ? 20 : 19}${year}`;
}

function dayOf(year: string, month: string, day: string): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
