import { isGuarded } from './csv.ts';

/**
 * The text of a CSV file: UTF-8 or UTF-16, with a byte order mark or without, or Windows-1252, which spreadsheets
 * still write; Excel writes Mac Roman where lines end as on a Macintosh.
 */
export function textOfFile(bytes: ArrayBuffer): string {
  const all = new Uint8Array(bytes);
  const [first, second] = all;
  const isMarked = first === 0xff && second === 0xfe;
  if (isMarked || second === 0) return new TextDecoder('utf-16le').decode(bytes);
  if ((first === 0xfe && second === 0xff) || first === 0) {
    return new TextDecoder('utf-16be').decode(bytes);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const isMacintosh = all.includes(0x0d) && !all.includes(0x0a);
    return new TextDecoder(isMacintosh ? 'macintosh' : 'windows-1252').decode(bytes);
  }
}

/** A row of a CSV text. */
export interface CsvRow {
  /** As a spreadsheet counts, from 1; blank rows count, the line `sep=;` does not. */
  number: number;
  cells: string[];
  /** The index of the cell whose quote is not closed: it has the rest of its line. Null without one. */
  unclosed: number | null;
}

/**
 * The rows of a CSV text (RFC 4180), one after another, so that the caller may pause between them. Blank rows are
 * left out. A quote that is not closed ends with its line, so that it takes no other rows. The apostrophe of `csvOf`
 * before a formula goes, so a file that was written there comes back as it was.
 */
export function* rowsOfCsv(text: string): Generator<CsvRow> {
  const [line = '', stated] = /^"?sep=([^\r\n])"?(?:\r\n?|\n|$)/i.exec(text) ?? [];
  const rest = text.slice(line.length);
  yield* rowsBetween(rest, stated ?? separatorOf(rest));
}

/** @returns each row with the separators between its cells */
function* rowsBetween(text: string, separators: string): Generator<CsvRow & { ends: string }> {
  const cell = cellPattern(separators);
  let cells: string[] = [];
  let ends = '';
  let unclosed: number | null = null;
  let number = 1;
  for (let at = 0; at < text.length; ) {
    cell.lastIndex = at;
    let [found = '', quoted, closing, plain = '', end = ''] = cell.exec(text) ?? [];
    if (quoted !== undefined && isUnclosed(quoted, closing, plain)) {
      [found = '', quoted = '', end = ''] = /"([^\r\n]*)(\r\n?|\n|$)/y.exec(text.slice(at)) ?? [];
      plain = '';
      unclosed = cells.length;
    }
    const value = quoted === undefined ? plain : quoted.replaceAll('""', '"') + plain;
    cells.push(isGuarded(value) ? value.slice(1) : value);
    at += found.length;
    if (end && separators.includes(end)) {
      ends += end;
      if (at === text.length) cells.push('');
      else continue;
    }
    if (cells.some((one) => one.trim() !== '')) yield { number, cells, unclosed, ends };
    cells = [];
    ends = '';
    unclosed = null;
    number += 1;
  }
}

/** Whether a cell has no closing quote, or one that opens a cell of a later line. */
function isUnclosed(quoted: string, closing: string | undefined, plain: string): boolean {
  return closing === '' || (plain.trim() !== '' && /[\r\n]/.test(quoted));
}

/** A cell, in quotes or not, and what ends it. Text behind closing quotes belongs to the cell. */
function cellPattern(separators: string): RegExp {
  const end = separators.replace(/[\\\]^-]/g, '\\$&');
  return new RegExp(`(?:"((?:[^"]+|"")*)("|$))?([^${end}\\r\\n]*)([${end}]|\\r\\n?|\\n|$)`, 'y');
}

/** The first is likelier where two fit alike: texts hold commas. */
const SEPARATORS = '\t;|,';

/**
 * The separator that makes the most cells in rows of one length, by the first rows. All of them end a cell here, so
 * that a quoted cell is over where it is with the right one.
 */
function separatorOf(text: string): string {
  const sample: string[] = [];
  for (const { ends } of rowsBetween(text, SEPARATORS)) {
    if (sample.push(ends) === SAMPLE) break;
  }
  const scores = [...SEPARATORS].map((separator) => {
    const counts = sample.map((ends) => ends.split(separator).length - 1);
    return Math.max(0, ...counts.map((count) => count * counts.filter((n) => n === count).length));
  });
  return SEPARATORS[scores.indexOf(Math.max(...scores))] ?? ',';
}

/** How many rows tell the separator. */
const SAMPLE = 20;
