/** What a spreadsheet would take for a formula at the start of a cell. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * Rows as a CSV file (RFC 4180). A cell that a spreadsheet would calculate, like `=1+1`, begins with
 * an apostrophe: then it shows what was typed.
 */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');
}

function cellOf(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
