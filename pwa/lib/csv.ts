/** What a spreadsheet would take for a formula at the start of a cell, in wide letters, too. */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;
/** What ends a cell: where numbers have a decimal comma, spreadsheets part cells at semicolons. */
const PARTING = /[",;\t\r\n]/;

/**
 * Rows as a CSV file (RFC 4180). A cell that a spreadsheet would calculate, like `=1+1`, begins with
 * an apostrophe: then it shows what was typed.
 */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');
}

function cellOf(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return PARTING.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
