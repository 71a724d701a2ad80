import { isEatenNumber } from '#contract/values/eaten-number.ts';
import { foldText } from '#contract/values/fold-text.ts';
import { numbersIn } from '#contract/values/phone.ts';
import { withoutMarks } from '#contract/values/plain-text.ts';
import { type DayDoubt, type DayOrder, provenOrder, readDay } from '#contract/values/read-day.ts';
import type { CsvRow } from '#pwa/lib/text/read-csv.ts';
import {
  choiceIn,
  type ImportField,
  isDay,
  isMultiline,
  isPlainLinks,
  type Mapping,
  namePartOf,
  peopleIn,
} from './columns.ts';
import type { Table } from './read-table.ts';

/** Why a value is wrong whatever the contract says: a quote that is not closed, an error of a spreadsheet. */
export type Fault = 'quote' | 'ruined';
/** Why a value may not be what the file means. */
export type Doubt =
  | DayDoubt
  | 'rows'
  | 'cells'
  | 'name'
  | 'turned'
  | 'second'
  | 'part'
  | 'number'
  | 'numbered'
  | 'people'
  | 'letters'
  | 'address'
  | 'status';

type OfFields<Value> = Partial<Record<ImportField, Value>>;

/** What a row of the file says about each field, and why it is wrong or doubtful. */
export interface ReadRow {
  texts: OfFields<string>;
  faults: OfFields<Fault>;
  doubts: OfFields<Doubt>;
}

/** Gives every required field a text, so that a missing field gets the same error as an empty one. */
export function readRow(
  { headings }: Table,
  mapping: Mapping,
  row: CsvRow,
  order: DayOrder | null,
): ReadRow {
  const read: ReadRow = { texts: { playerName: '', email: '' }, faults: {}, doubts: {} };
  const names: NameCell[] = [];
  for (const [at, field] of mapping.entries()) {
    const cell = cellOf(row, at, field);
    if (at === row.unclosed) read.faults[field ?? 'playerName'] = 'quote';
    if (field === null || cell === '') continue;
    if (CELL_ERROR.test(cell)) read.faults[field] ??= 'ruined';
    if (field !== 'people' && hasRows(cell, headings.length)) read.doubts[field] = 'rows';
    else if (hasLostLetters(cell, field)) read.doubts[field] = 'letters';
    else if (field === 'playerName' && namesSeveral(cell)) read.doubts[field] = 'people';
    if (field === 'playerName')
      names.push({ part: namePartOf(headings[at] ?? ''), cell: oneLine(cell) });
    else add(read, field, readCell(field, cell, headings[at] ?? '', order));
  }
  if (names.length > 0) add(read, 'playerName', nameOf(names));
  if (names.some(({ cell }) => ADDRESS.test(cell))) read.doubts.playerName = 'address';
  else if (names.some(({ cell }) => NUMBERED.test(cell))) read.doubts.playerName = 'numbered';
  if (row.cells.slice(headings.length).some((cell) => cell.trim() !== '')) {
    read.doubts[mapping.findLast((field) => field !== null) ?? 'playerName'] ??= 'cells';
  }
  return read;
}

/**
 * The order of day and month in the days of a file, and two examples of days that leave it open.
 *
 * @returns no examples if no day does, or if the file proves the order
 */
export function daysOf(
  { rows }: Table,
  mapping: Mapping,
): { order: DayOrder | null; open: string[] } {
  const days = rows.flatMap((row) =>
    mapping.flatMap((field, at) => (isDay(field) ? cellOf(row, at, field) : [])),
  );
  const order = provenOrder(days);
  const open = new Set(order ? [] : days.filter((day) => readDay(day, null)?.doubt === 'order'));
  return { order, open: [...open].slice(0, 2) };
}

interface Value {
  text: string;
  doubt?: Doubt | null;
}

/** Several columns may make one field: numbers, links, notes. Of any other the first counts. */
function add({ texts, doubts }: ReadRow, field: ImportField, { text, doubt }: Value): void {
  const before = texts[field] ?? '';
  if (doubt) doubts[field] ??= doubt;
  if (before === '') texts[field] = text;
  else if (field === 'phone') texts[field] = `${before} / ${text}`;
  else if (isMultiline(field)) texts[field] = `${before}\n${text}`;
  else if (before !== text) doubts[field] ??= 'second';
}

/** `="0157…"` keeps the zero of a number in a spreadsheet, an apostrophe does so when it is typed. */
function cellOf({ cells }: CsvRow, at: number, field: ImportField | null): string {
  const cell = cells[at]?.trim() ?? '';
  if (NOTHING.test(withoutMarks(cell))) return '';
  if (isDay(field) && NO_DAY.test(cell)) return '';
  if (field === null || isMultiline(field)) return cell;
  const plain = cell.replace(/^="(.*)"$/s, '$1').trim();
  return field === 'phone' ? plain.replace(/^'/, '') : plain;
}

/** UTF-8 that was read as Windows-1252 (`MÃ¼ller`), or letters for which a spreadsheet had no place. */
const LOST_LETTERS = /\uFFFD|Ã[\x80-\xBF\u0152-\u2122]|[ÂÄÅâ][\x80-\xBF\u201A\u20AC]/;

/** In names, too, what has come of letters of Windows-1250: `£ukasz`. */
function hasLostLetters(cell: string, field: ImportField): boolean {
  return LOST_LETTERS.test(cell) || (field === 'playerName' && /[?£-§¬¯±-³¹¼-¿]/.test(cell));
}

/** Whether a name is one of several people: `Bo & Al Berg`, `Bo Berg und Al Berg`. */
function namesSeveral(cell: string): boolean {
  const names = cell.split(/[\r\n;|]| (?:and|und|y|e|et|ed|oder|or|ou|o) /);
  return /[/&+]/.test(cell) || (names.length > 1 && names.every((name) => / \S/.test(name.trim())));
}

/** Of a name: the number of a row or of a shirt stands before it, or in its place. */
const NUMBERED = /^[^\p{L}\p{N}]*\p{N}/u;
/** What people write in a cell that they leave empty. */
const NOTHING = /^[\p{Pd}\s]*$/u;
/** As the files of the office have it. */
const DAY_AND_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;
/** What databases and Outlook write in place of no day: `0000-00-00`, `0.0.00`. */
const NO_DAY = /^[0\s./:-]+$/;

/** What a spreadsheet shows in place of a value: `#ERROR!`, `#N/A`, `#¡VALOR!`, `#####`. */
const CELL_ERROR = /^#(?:[\p{L}\d_/¡¿]+[!?]|N\/[AD]|NV|#+)$/u;

/** Whether a text of several lines has one with as many cells as the file, and an address in it. */
function hasRows(cell: string, columns: number): boolean {
  const [, ...lines] = cell.split(/\r\n?|\n/);
  const isRow = (line: string) =>
    line.includes('@') && [',', ';', '\t', '|'].some((sign) => line.split(sign).length >= columns);
  return columns > 1 && lines.some(isRow);
}

function readCell(
  field: ImportField,
  cell: string,
  heading: string,
  order: DayOrder | null,
): Value {
  if (field === 'followUpOn' && DAY_AND_TIME.test(cell)) return { text: cell };
  if (isDay(field)) {
    const read = readDay(cell, order);
    if (!read) return { text: cell };
    // Of two digits only a year of birth is a past one.
    const isGuessed = read.doubt === 'century' && field !== 'dateOfBirth';
    return { text: isGuessed ? `20${read.day.slice(2)}` : read.day, doubt: read.doubt };
  }
  const choice = choiceIn(field, cell);
  if (choice) return { text: choice };
  if (field === 'phone') return { text: cell, doubt: isDoubtfulNumber(cell) ? 'number' : null };
  if (field === 'email') return addressIn(cell.replace(/^mailto:|^[^<>]*<([^<>]+)>$/i, '$1'));
  if (field === 'people') return { text: peopleIn(cell) };
  if (field === 'links') return { text: linksOf(cell, heading) };
  return { text: isMultiline(field) ? cell : oneLine(cell) };
}

function oneLine(cell: string): string {
  return cell.replace(/\s+/g, ' ');
}

/** The address in a cell, the first of several; told if words are left out. A cell without one stays as it is. */
function addressIn(cell: string): Value {
  const [first = ''] = cell.match(ADDRESS) ?? [];
  const address = first.replace(/^'+/, '');
  if (!/@.+\../.test(address)) return { text: cell };
  const rest = cell.replaceAll(address, '').replace(/mailto:/gi, '');
  return { text: address, doubt: /[\p{L}\p{N}]/u.test(rest) ? 'part' : null };
}

const ADDRESS = /[^\s<>()[\]"“”,;:|/]+@[^\s<>()[\]"“”',;:|/?]*[^\s<>()[\]"“”',;:|/?.]/u;

/** Without a number, or with one that a spreadsheet has calculated with. */
function isDoubtfulNumber(cell: string): boolean {
  return !isEatenNumber(cell) && (numbersIn(cell).length === 0 || CALCULATED.test(cell));
}

/** With rounded digits, or with decimals: `491577000000`, `491577123456,00`, `491.577.123.456,0`. */
const CALCULATED = /^(?:\d{6,}(?:0{5}|[.,]\d{1,2})|\d{1,3}(?:([.,])\d{3}){2,}(?!\1)[.,]\d+)$/;

function linksOf(cell: string, heading: string): string {
  return cell
    .split(/[\r\n]+/)
    .flatMap(linesOf)
    .map((line) => {
      const link = line
        .trim()
        .replace(/(^|\s)(?=(?:[\w-]+\.)+[a-z]{2,}(?:\/\S*)?$)/i, '$1https://');
      return /\s/.test(link) || isPlainLinks(heading) ? link : `${heading} ${link}`;
    })
    .join('\n');
}

/** A line for each address of a line, with the words before it. */
function linesOf(line: string): string[] {
  const words = line.trim().split(/\s+/);
  const isAddress = (word: string) => /https?:\/\/|^www\./i.test(word);
  const last = words.findLastIndex(isAddress);
  return words
    .map((word, at) =>
      isAddress(word) && at < last ? `${word.replace(/[,;]$/, '')}\n` : `${word} `,
    )
    .join('')
    .split('\n');
}

interface NameCell {
  part: ReturnType<typeof namePartOf>;
  cell: string;
}

/** One name of the columns that have a whole name, or parts of it in any order. */
function nameOf(cells: readonly NameCell[]): Value {
  const all = (wanted: NameCell['part']) =>
    cells.flatMap(({ part, cell }) => (part === wanted ? cell : [])).join(' ');
  const [given, family, whole] = [all('given'), all('family'), all('name')];
  const parts = [given, family].filter(Boolean).join(' ');
  if (whole === '') return { text: parts };
  if (parts === '') return turned(whole);
  if (hasWords(whole, parts))
    return { text: given && family && /[,;]/.test(whole) ? parts : whole };
  if (given && family) return { text: parts, doubt: 'name' };
  return { text: given ? `${given} ${whole}` : `${whole} ${family}` };
}

/** `Ruiz, Ana` as `Ana Ruiz`, unless there is more than names. */
function turned(name: string): Value {
  const [, family, given] = /^([\p{L}\p{M} .'’-]+)[,;]\s*([\p{L}\p{M} .'’()-]+)$/u.exec(name) ?? [];
  if (!family || !given || /^(?:jr|sr|ii|iii|iv)\.?$/i.test(given)) {
    return { text: name.replace(/^[\s,;]+|[\s,;]+$/g, '') };
  }
  return { text: `${given} ${family.trim()}`, doubt: 'turned' };
}

function hasWords(text: string, words: string): boolean {
  const known = wordsOf(text);
  return wordsOf(words).every((word) => known.includes(word));
}

function wordsOf(text: string): string[] {
  return foldText(text).split(/[\s,;]+/);
}
