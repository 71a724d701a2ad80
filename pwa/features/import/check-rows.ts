import * as v from 'valibot';
import { ApplicationDraft, FollowUp } from '#contract/applications.ts';
import {
  ENDS_FIRST,
  isInOrder,
  isReachable,
  UNREACHABLE,
} from '#contract/values/reachable-draft.ts';
import { type DayOrder, readDay } from '#contract/values/read-day.ts';
import type { CsvRow } from '#pwa/lib/text/read-csv.ts';
import { nextTurn } from '#pwa/lib/time/next-turn.ts';
import { type PersonKey, personKeysOf, whoOf } from '#pwa/local/rows/same-person.ts';
import {
  choiceIn,
  FIELDS,
  type ImportField,
  isDay,
  type Mapping,
  peopleIn,
  statusIn,
} from './columns.ts';
import type { ImportDraft } from './import-applications.ts';
import { type ReadRow, readRow } from './read-row.ts';
import { ROWS_A_TURN, type Table } from './read-table.ts';

/** The same person in this row and in a record, or in another row of the file. */
export interface Duplicate {
  /** A name alone finds records, not rows. */
  by: PersonKey['by'];
  /** The name of the record; null for another row. */
  name: string | null;
  /** The number of the other row; null for a record. */
  row: number | null;
}

/** A row of the file as it would be imported. */
export interface CheckedRow extends Pick<ReadRow, 'texts' | 'doubts'> {
  row: CsvRow;
  /** Null if a field is wrong. */
  draft: ImportDraft | null;
  /** Why a field is wrong: a fault, or the contract's English message. */
  errors: Partial<Record<ImportField, string>>;
  duplicate: Duplicate | null;
  /** The fields whose values a person has typed over those in the file. */
  mended: Mend;
}

/** The fields of a row that were typed. */
export type Mend = Partial<Record<ImportField, string>>;

/** How the person wants the file to be read. */
export interface Reading {
  order: DayOrder | null;
  /** By the number of a row. */
  mends: Readonly<Record<number, Mend>>;
}

const ImportedRow = v.pipe(
  v.object({ ...ApplicationDraft.entries, ...FollowUp.entries }),
  v.forward(
    v.check((draft) => isReachable(draft), UNREACHABLE),
    ['email'],
  ),
  v.forward(
    v.check((draft) => isInOrder(draft), ENDS_FIRST),
    ['mandateUntil'],
  ),
);

type Known = Pick<
  ApplicationDraft,
  'playerName' | 'email' | 'phone' | 'dateOfBirth' | 'currentClub'
>;

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
  { order, mends }: Reading,
): Promise<CheckedRow[] | null> {
  const seen = new Map<string, Duplicate>();
  for (const one of known) {
    for (const { by, key } of personKeysOf(one).known) {
      const { playerName: name, currentClub } = one;
      seen.set(key, { by, name: by === 'name' ? whoOf({ name, currentClub }) : name, row: null });
    }
  }
  const checked: CheckedRow[] = [];
  for (const row of table.rows) {
    const mended = mends[row.number] ?? {};
    const { texts, faults, doubts } = withMends(readRow(table, mapping, row, order), mended, order);
    const parsed = v.safeParse(ImportedRow, texts);
    const errors = { ...(parsed.success ? {} : errorsOf(parsed.issues)), ...faults };
    const isRight = parsed.success && Object.keys(errors).length === 0;
    const status = statusIn(texts.status ?? '');
    if (texts.status && !status) doubts.status = 'status';
    const draft = isRight ? { ...parsed.output, status: status ?? undefined } : null;
    const keys = draft && personKeysOf(draft);
    const found = keys?.sought.find(({ key }) => seen.has(key));
    checked.push({
      row,
      texts,
      doubts,
      draft,
      errors,
      duplicate: (found && seen.get(found.key)) ?? null,
      mended,
    });
    for (const { by, key } of keys?.known ?? []) {
      if (by !== 'name' && !seen.has(key)) seen.set(key, { by, name: null, row: row.number });
    }
    if (checked.length % ROWS_A_TURN === 0) {
      if (isStale(checked.length)) return null;
      await nextTurn();
    }
  }
  return checked;
}

function errorsOf(issues: readonly v.BaseIssue<unknown>[]): Partial<Record<ImportField, string>> {
  const errors: Partial<Record<ImportField, string>> = {};
  for (const { path, message } of issues) {
    const field = FIELDS.find((name) => name === path?.[0]?.key);
    if (field) errors[field] ??= message;
  }
  return errors;
}

/** A typed value counts: it is neither a fault nor a doubt, but the contract judges it. */
function withMends(read: ReadRow, mended: Mend, order: DayOrder | null): ReadRow {
  for (const name of FIELDS) {
    const typed = mended[name];
    if (typed === undefined) continue;
    const day = isDay(name) ? readDay(typed, order)?.day : undefined;
    read.texts[name] =
      day ?? choiceIn(name, typed) ?? (name === 'people' ? peopleIn(typed) : typed);
    delete read.faults[name];
    delete read.doubts[name];
  }
  return read;
}
