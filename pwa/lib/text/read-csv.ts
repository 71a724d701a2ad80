import { isGuarded } from './csv.ts';

/**
 * The text of a CSV file: UTF-8 or UTF-16 with a byte order mark, UTF-8 without one, or Windows-1252,
 * which spreadsheets still write.
 */
export function textOfFile(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/**
 * The rows of a CSV text (RFC 4180), one after another, so that the caller may pause between them.
 * Cells end at comma, semicolon or tab, whichever the first row has most of. Blank rows are left out.
 * The apostrophe of `csvOf` before a formula goes, so a file that was written there comes back as it was.
 */
export function* rowsOfCsv(text: string): Generator<string[]> {
  const cell = CELLS[separatorOf(text)];
  let row: string[] = [];
  for (let at = 0; at < text.length; ) {
    cell.lastIndex = at;
    const [found = '', quoted, plain = '', end = ''] = cell.exec(text) ?? [];
    const value = quoted === undefined ? plain : quoted.replaceAll('""', '"') + plain;
    row.push(isGuarded(value) ? value.slice(1) : value);
    at += found.length;
    if (end in CELLS) {
      if (at === text.length) row.push('');
      else continue;
    }
    if (row.some((one) => one.trim() !== '')) yield row;
    row = [];
  }
}

type Separator = ',' | ';' | '\t';

/** A cell, in quotes or not, and what ends it. Text behind closing quotes belongs to the cell. */
const CELLS: Record<Separator, RegExp> = {
  ',': /(?:"((?:[^"]+|"")*)(?:"|$))?([^,\r\n]*)(,|\r\n?|\n|$)/y,
  ';': /(?:"((?:[^"]+|"")*)(?:"|$))?([^;\r\n]*)(;|\r\n?|\n|$)/y,
  '\t': /(?:"((?:[^"]+|"")*)(?:"|$))?([^\t\r\n]*)(\t|\r\n?|\n|$)/y,
};

function separatorOf(text: string): Separator {
  const [firstRow = ''] = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text) ?? [];
  const bare = firstRow.replace(/"(?:[^"]|"")*"/g, '');
  const counts = ([',', ';', '\t'] as const).map(
    (separator) => [separator, bare.split(separator).length] as const,
  );
  return counts.reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}
