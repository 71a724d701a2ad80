import * as v from 'valibot';
import { ApplicationDraft } from '#contract/applications.ts';
import {
  APPLICATION_FIELDS,
  type ApplicationFieldName,
} from '#contract/fields/application-fields.ts';
import { nextTurn } from '#pwa/lib/time/next-turn.ts';
import { personKeysOf } from '#pwa/local/rows/same-person.ts';
import { FIELDS, isPlainLinks, type Mapping } from './columns.ts';
import { ROWS_A_TURN, type Table } from './read-table.ts';

/** The same person in this row and in a record, or in another row of the file. */
export interface Duplicate {
  by: 'email' | 'phone' | 'birth';
  /** The name of the record; null for another row. */
  name: string | null;
  /** The number of the other row, from 2; null for a record. */
  row: number | null;
}

/** A row of the file as it would be imported. */
export interface CheckedRow {
  /** As a spreadsheet counts: the headings are row 1. */
  number: number;
  /** What the file says about each field, for the preview. */
  texts: Partial<Record<ApplicationFieldName, string>>;
  /** Null if a field is wrong. */
  draft: ApplicationDraft | null;
  /** The contract's English message for each wrong field. */
  errors: Partial<Record<ApplicationFieldName, string>>;
  duplicate: Duplicate | null;
}

type Known = Pick<ApplicationDraft, 'playerName' | 'email' | 'phone' | 'dateOfBirth'>;

/**
 * Checks every row as the form would, and looks for people who are here already, without freezing the page.
 *
 * @param known the applications on this device
 * @param isStale called after each part; true ends the work, because something else was chosen meanwhile
 * @returns null if it ended early
 */
export async function checkRows(
  table: Table,
  mapping: Mapping,
  known: readonly Known[],
  isStale: (checked: number) => boolean,
): Promise<CheckedRow[] | null> {
  const isMonthFirst = writesMonthFirst(table, mapping);
  const seen = new Map<string, Duplicate>();
  for (const one of known) {
    for (const { by, key } of personKeysOf(one).known) {
      seen.set(key, { by, name: one.playerName, row: null });
    }
  }
  const checked: CheckedRow[] = [];
  for (const [at, row] of table.rows.entries()) {
    const number = at + 2;
    const texts = textsOf(table, mapping, row, isMonthFirst);
    const parsed = v.safeParse(ApplicationDraft, texts);
    const draft = parsed.success ? parsed.output : null;
    const keys = draft && personKeysOf(draft);
    const found = keys?.sought.find(({ key }) => seen.has(key));
    checked.push({
      number,
      texts,
      draft,
      errors: parsed.success ? {} : errorsOf(parsed.issues),
      duplicate: (found && seen.get(found.key)) ?? null,
    });
    for (const { by, key } of keys?.known ?? []) {
      if (!seen.has(key)) seen.set(key, { by, name: null, row: number });
    }
    if (checked.length % ROWS_A_TURN === 0) {
      if (isStale(checked.length)) return null;
      await nextTurn();
    }
  }
  return checked;
}

function errorsOf(
  issues: readonly v.BaseIssue<unknown>[],
): Partial<Record<ApplicationFieldName, string>> {
  const errors: Partial<Record<ApplicationFieldName, string>> = {};
  for (const { path, message } of issues) {
    const field = FIELDS.find((name) => name === path?.[0]?.key);
    if (field) errors[field] ??= message;
  }
  return errors;
}

/** Gives every required field a text, so that a missing field gets the same error as an empty one. */
function textsOf(
  { headings }: Table,
  mapping: Mapping,
  row: readonly string[],
  isMonthFirst: boolean,
): CheckedRow['texts'] {
  const texts: CheckedRow['texts'] = { playerName: '', email: '' };
  for (const [at, field] of mapping.entries()) {
    const cell = row[at]?.trim() ?? '';
    if (field === null || cell === '') continue;
    const said = textOf(field, cell, headings[at] ?? '', isMonthFirst);
    texts[field] = joined(field, texts[field] ?? '', said);
  }
  return texts;
}

/** Several columns may make one field: first and last name, links, notes. Of any other the first counts. */
function joined(field: ApplicationFieldName, before: string, said: string): string {
  if (before === '') return said;
  if (field === 'playerName') return `${before} ${said}`;
  return 'multiline' in APPLICATION_FIELDS[field] ? `${before}\n${said}` : before;
}

function textOf(
  field: ApplicationFieldName,
  cell: string,
  heading: string,
  isMonthFirst: boolean,
): string {
  if (field === 'dateOfBirth') return dayOf(cell, isMonthFirst);
  if (field !== 'links') return cell;
  return cell
    .split(/[\r\n]+/)
    .map((line) => {
      const link = line
        .trim()
        .replace(/(^|\s)(?=(?:[\w-]+\.)+[a-z]{2,}(?:\/\S*)?$)/i, '$1https://');
      return /\s/.test(link) || isPlainLinks(heading) ? link : `${heading} ${link}`;
    })
    .join('\n');
}

const PARTS = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/;

/** `24.3.2001` and `24/03/2001` as `2001-03-24`; a text of another shape stays as it is. */
function dayOf(cell: string, isMonthFirst: boolean): string {
  const [, one, other, year] = PARTS.exec(cell) ?? [];
  if (!one || !other || !year) return cell.replace(/[T ]00:00(:00)?(\.0+)?Z?$/, '');
  const [month, day] = isMonthFirst && cell.includes('/') ? [one, other] : [other, one];
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Whether the file writes 3/24/2001: a day with slashes in it could not be read otherwise. */
function writesMonthFirst({ rows }: Table, mapping: Mapping): boolean {
  const at = mapping.indexOf('dateOfBirth');
  return rows.some((row) => {
    const cell = row[at]?.trim() ?? '';
    const [, , second = '0'] = PARTS.exec(cell) ?? [];
    return cell.includes('/') && Number(second) > 12;
  });
}
