import { type AuditEntry, MOST_AUDIT_ENTRIES, readAudit } from '#contract/audit.ts';
import { noteExport } from '#contract/exports.ts';
import { newId } from '#contract/fields/ids.ts';
import { call } from '#pwa/api/call.ts';
import { csvFile } from '#pwa/lib/text/csv.ts';
import { type AuditFilter, queryOf } from './use-audit.ts';

/** All entries of a filter as CSV, with the words and ids of the server; the log notes it. Throws like `call`. */
export async function auditFile(
  filter: AuditFilter,
  language: string,
  sentFor: number,
): Promise<Blob> {
  const rows: string[][] = [[...COLUMNS, 'username']];
  for (let before: number | undefined, more = true; more; ) {
    const body = { ...queryOf(filter), before, limit: MOST_AUDIT_ENTRIES };
    const page = await call(readAudit, { body, sentFor });
    const names = new Map(page.accounts.map(({ id, username }) => [id, username]));
    for (const entry of page.entries) {
      rows.push([...cellsOf(entry), names.get(entry.userId ?? 0) ?? '']);
    }
    before = page.entries.at(-1)?.id;
    more = page.more;
  }
  const body = { list: 'audit' as const, rows: rows.length - 1 };
  await call(noteExport, { body, key: newId(), sentFor });
  return csvFile(rows, language);
}

const COLUMNS = [
  'id',
  'at',
  'kind',
  'actor',
  'userId',
  'subject',
  'detail',
  'count',
  'place',
  'name',
  'requestId',
] as const satisfies readonly (keyof AuditEntry)[];

function cellsOf(entry: AuditEntry): string[] {
  return COLUMNS.map((column) => String(entry[column] ?? ''));
}
