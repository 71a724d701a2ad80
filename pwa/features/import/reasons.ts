import { draftMessage } from '#pwa/i18n/draft-message.ts';
import type { TextAccess } from '#pwa/i18n/text-context.tsx';
import { csvFile } from '#pwa/lib/text/csv.ts';
import type { CheckedRow, Duplicate } from './check-rows.ts';
import { FIELDS, type ImportField } from './columns.ts';
import type { Doubt, Fault } from './read-row.ts';
import type { Table } from './read-table.ts';

type T = TextAccess['t'];

const OWN: readonly (Doubt | Fault)[] = [
  ...(['quote', 'ruined', 'rows', 'cells', 'name', 'turned', 'second', 'part', 'number'] as const),
  ...(['numbered', 'people', 'letters', 'address'] as const),
  ...(['order', 'century', 'time', 'serial', 'status'] as const),
];

/** The name of a field. */
export function fieldText(t: T, field: ImportField): string {
  if (field === 'status') return t('applications.columns.status');
  return t(field === 'followUpOn' ? 'applications.sorts.followUp' : `applicationForm.${field}`);
}

/** Why a value is wrong or doubtful. */
export function reasonText(t: T, reason: string): string {
  const own = OWN.find((one) => one === reason);
  return own ? t(`import.reasons.${own}`) : draftMessage(t, reason);
}

/** Who has the same address, number, or name and birthday; perhaps who has the same name. */
export function sameAs(t: T, { by, name, row }: Duplicate): string {
  const who = name ?? t('import.rowOf', { number: row ?? 0 });
  return by === 'name' ? t('people.perhaps', { who }) : t(`import.same${by}`, { who });
}

/** Rows of a file as they are in it, with a last column that says why they were left out. */
export function leftOutFile(
  t: T,
  language: string,
  { headings }: Table,
  rows: readonly CheckedRow[],
): Blob {
  const lines = rows.map((checked) => [
    ...headings.map((_, at) => checked.row.cells[at] ?? ''),
    whyOf(t, checked),
  ]);
  return csvFile([[...headings, t('import.why')], ...lines], language);
}

function whyOf(t: T, { errors, doubts, duplicate }: CheckedRow): string {
  const reasons = FIELDS.flatMap((name) => {
    const reason = errors[name] ?? doubts[name];
    return reason ? `${fieldText(t, name)}: ${reasonText(t, reason)}` : [];
  });
  if (duplicate) reasons.push(sameAs(t, duplicate));
  return reasons.join(' ');
}
