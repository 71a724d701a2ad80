import { newId } from '#contract/fields/ids.ts';
import { applicationFile } from '#pwa/features/applications/application-file.ts';
import { contactFile } from '#pwa/features/contacts/contact-file.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { exportNoted } from '#pwa/local/changes/exports.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { ApplicationRow, ContactRow } from '#pwa/local/database/rows.ts';
import { queue } from '#pwa/local/outbox/queue.ts';
import { ExportSheet, type ExportSheetProps } from '#pwa/records/export-sheet.tsx';

type Props<Row> = Pick<ExportSheetProps<Row>, 'rows' | 'onClose'>;

/** Saves applications as a file. */
export function ApplicationExport({ rows, onClose }: Props<ApplicationRow>) {
  const { t } = useText();
  return (
    <ExportSheet
      list="applications"
      rows={rows}
      columns={applicationFile(t)}
      words={t('applications.total', { count: rows.length })}
      onSave={useNoted('applications', rows)}
      onClose={onClose}
    />
  );
}

/** Saves inquiries as a file. */
export function ContactExport({ rows, onClose }: Props<ContactRow>) {
  const { t } = useText();
  return (
    <ExportSheet
      list="inquiries"
      rows={rows}
      columns={contactFile(t)}
      words={t('contacts.total', { count: rows.length })}
      onSave={useNoted('contacts', rows)}
      onClose={onClose}
    />
  );
}

/** The saved file is noted in the audit log. */
function useNoted(list: 'applications' | 'contacts', rows: readonly unknown[]) {
  const mirror = useMirror();
  const body = { list, rows: rows.length };
  return async () => void (await queue(mirror, exportNoted.make(body, { id: newId() })));
}
