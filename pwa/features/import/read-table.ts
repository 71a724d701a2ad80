import { type CsvRow, rowsOfCsv, textOfFile } from '#pwa/lib/text/read-csv.ts';
import { isVCard, readVCards } from '#pwa/lib/text/read-vcards.ts';
import { nextTurn } from '#pwa/lib/time/next-turn.ts';
import { guessed } from './columns.ts';

/** A table of a file: its headings, and the rows below them. */
export interface Table {
  headings: string[];
  /** The number of the row with the headings. */
  headingsAt: number;
  rows: CsvRow[];
}

/** A file that cannot be imported, and why. */
export class BadFile extends Error {
  override readonly name = 'BadFile';
  readonly fault: 'tooLarge' | 'empty' | 'workbook' | 'page';

  constructor(fault: BadFile['fault']) {
    super(`The file is ${fault}.`);
    this.fault = fault;
  }
}

/** The largest file that is read, in bytes, and the most rows of it. */
const LARGEST = 20 * 1024 * 1024;
const MOST_ROWS = 20_000;
/** The first bytes of workbooks: `.xlsx`, `.ods` and `.numbers`, and the older `.xls`. */
const WORKBOOKS = ['PK\x03\x04', '\xD0\xCF\x11\xE0'];
/** How the texts begin that are no table, whatever the file is called. */
const OTHER_TEXTS = [
  ['workbook', /^<\?xml[^<]*(?:<\?[^<]*)*<(?:\w+:)?Workbook/],
  ['page', /^(?:<(?:!doctype|\?xml|html|head|meta|table)\b|MIME-Version:)/i],
] as const;
/** The endings of these files. A person can choose one, and reads why it cannot be imported. */
export const NAMED_FILES = '.xlsx,.xls,.ods,.numbers,.xml,.html,.htm,.mht';
/** Among so many rows the headings are looked for. */
const MOST_TITLES = 10;
/** After so many rows the page may do something else. */
export const ROWS_A_TURN = 500;

/**
 * Reads a CSV file without freezing the page, or a vCard file, whose people become rows. Throws BadFile.
 */
export async function readTable(file: Blob): Promise<Table> {
  if (file.size > LARGEST) throw new BadFile('tooLarge');
  const bytes = await file.arrayBuffer();
  const first = String.fromCharCode(...new Uint8Array(bytes.slice(0, 4)));
  if (WORKBOOKS.includes(first)) throw new BadFile('workbook');
  const text = textOfFile(bytes);
  if (isVCard(text)) return tableOfCards(text);
  const other = OTHER_TEXTS.find(([, start]) => start.test(text.trimStart()));
  if (other) throw new BadFile(other[0]);
  const all = await rowsOf(text);
  const at = headingsIn(all);
  const [headings, ...rows] = all.slice(at);
  if (!headings || rows.length === 0) throw new BadFile('empty');
  const above = all[at - 1]?.cells ?? [];
  const names = headings.cells.map((cell, n) => {
    const isNamedAbove = cell.trim() === '' && guessed(above.slice(n, n + 1))[0];
    return isNamedAbove ? (above[n] ?? '') : cell;
  });
  return pivoted({ headings: names, headingsAt: headings.number, rows });
}

function tableOfCards(text: string): Table {
  const cards = readVCards(text);
  if (cards.length > MOST_ROWS) throw new BadFile('tooLarge');
  if (cards.length === 0) throw new BadFile('empty');
  const rows = cards.map(({ name, email, phone, birthday, org, links, note }, at) => ({
    number: at + 2,
    cells: [name, email, phone, birthday, org, links.join('\n'), note],
    unclosed: null,
  }));
  const headings = ['Name', 'E-mail', 'Phone', 'Birthday', 'Club', 'Links', 'Notes'];
  return { headings, headingsAt: 1, rows };
}

/**
 * The index of the headings: titles and headings of several columns may stand above them. If no row names two fields, the
 * first row with two cells: a title has one.
 */
function headingsIn(rows: readonly CsvRow[]): number {
  const first = rows.slice(0, MOST_TITLES);
  const named = first.map(({ cells }) => guessed(cells).filter((field) => field !== null).length);
  const most = Math.max(0, ...named);
  if (most >= 2) return named.indexOf(most);
  const wide = first.findIndex(({ cells }) => cells.filter((cell) => cell.trim()).length >= 2);
  return Math.max(0, wide);
}

async function rowsOf(text: string): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  for (const row of rowsOfCsv(text)) {
    rows.push(row);
    if (rows.length > MOST_ROWS + 1) throw new BadFile('tooLarge');
    if (rows.length % ROWS_A_TURN === 0) await nextTurn();
  }
  return rows;
}

/**
 * The export of a person has one value a line, as record, field and value: its applications become rows.
 * Any other table stays as it is.
 */
function pivoted(table: Table): Table {
  if (table.headings.join() !== 'record,field,value') return table;
  const records = new Map<string, Map<string, string>>();
  for (const { cells } of table.rows) {
    const [record = '', field = '', value = ''] = cells;
    if (!record.startsWith('application ')) continue;
    const fields = records.get(record) ?? new Map<string, string>();
    records.set(record, fields.set(field, value));
  }
  const headings = [...new Set([...records.values()].flatMap((fields) => [...fields.keys()]))];
  const rows = [...records.values()].map((fields, at) => ({
    number: at + 2,
    cells: headings.map((one) => fields.get(one) ?? ''),
    unclosed: null,
  }));
  if (rows.length === 0) throw new BadFile('empty');
  return { headings, headingsAt: 1, rows };
}
