import { nextTurn } from '#pwa/lib/time/next-turn.ts';

/**
 * The start of a cell that a spreadsheet reads as a formula, full-width forms included. With apostrophes
 * before it, it is not one; it gets one more, so that a reader can take it away again.
 */
const FORMULA = /^'*(?:\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/;
/** Characters that need quotes, whichever parts cells. */
const PARTING = /[",;|\t\r\n]/;

/**
 * Rows as CSV (RFC 4180). A cell that a spreadsheet would calculate, like `=1+1`, gets a leading
 * apostrophe.
 *
 * @param language of the reader: where decimals have a comma, spreadsheets part cells by semicolons only
 */
export function csvOf(rows: readonly (readonly string[])[], language: string): string {
  const separator = language === 'en' ? ',' : ';';
  return rows.map((cells) => `${cells.map(cellOf).join(separator)}\r\n`).join('');
}

/** Whether a cell begins with an apostrophe that `csvOf` has put there. */
export function isGuarded(cell: string): boolean {
  return cell.startsWith("'") && FORMULA.test(cell.slice(1));
}

/** A byte order mark: without it spreadsheets read accents wrongly. */
const BOM = '\uFEFF';

/** Rows as a CSV file for spreadsheets. */
export function csvFile(rows: readonly (readonly string[])[], language: string): Blob {
  return new Blob([BOM, csvOf(rows, language)], { type: 'text/csv;charset=utf-8' });
}

/** Rows that are written before the page may do something else. */
const PART = 250;

/**
 * Rows as a stream of the same file: a part is made when the one before has been taken, so that neither the
 * page nor a slow disk is swamped.
 *
 * @param onRows called after each part with the rows that are written so far, the first one included; what it
 *   throws ends the stream
 */
export function csvStream(
  rows: Iterable<readonly string[]>,
  language: string,
  onRows: (written: number) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const source = rows[Symbol.iterator]();
  const encoder = new TextEncoder();
  let written = 0;
  return new ReadableStream({
    start: (stream) => stream.enqueue(encoder.encode(BOM)),
    async pull(stream) {
      await nextTurn();
      const part = nextOf(source);
      if (part.length === 0) return stream.close();
      stream.enqueue(encoder.encode(csvOf(part, language)));
      written += part.length;
      onRows(written);
    },
  });
}

function nextOf(source: Iterator<readonly string[]>): (readonly string[])[] {
  const part: (readonly string[])[] = [];
  while (part.length < PART) {
    const { value, done } = source.next();
    if (done) break;
    part.push(value);
  }
  return part;
}

function cellOf(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return PARTING.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
