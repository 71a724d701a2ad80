/**
 * The start of a cell that a spreadsheet reads as a formula, full-width forms included. With apostrophes
 * before it, it is not one; it gets one more, so that a reader can take it away again.
 */
const FORMULA = /^'*(?:\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/;
/** Characters that need quotes. With a decimal comma, spreadsheets separate cells by semicolons. */
const PARTING = /[",;\t\r\n]/;

/**
 * Rows as CSV (RFC 4180). A cell that a spreadsheet would calculate, like `=1+1`, gets a leading
 * apostrophe.
 */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');
}

/** Whether a cell begins with an apostrophe that `csvOf` has put there. */
export function isGuarded(cell: string): boolean {
  return cell.startsWith("'") && FORMULA.test(cell.slice(1));
}

/** A byte order mark: without it spreadsheets read accents wrongly. */
const BOM = '\uFEFF';

/** Rows as a CSV file for spreadsheets. */
export function csvFile(rows: readonly (readonly string[])[]): Blob {
  return new Blob([BOM, csvOf(rows)], { type: 'text/csv;charset=utf-8' });
}

function cellOf(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return PARTING.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
