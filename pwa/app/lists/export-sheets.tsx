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
  const mirror = useMirror();
  return (
    <ExportSheet
      list="applications"
      rows={rows}
      columns={applicationFile(t)}
      words={t('applications.total', { count: rows.length })}
      onSave={async () =>
        void (await queue(
          mirror,
          exportNoted.make({ list: 'applications', rows: rows.length }, { id: newId() }),
        ))
      }
      onClose={onClose}
    />
  );
}

/** Saves inquiries as a file. */
export function ContactExport({ rows, onClose }: Props<ContactRow>) {
  const { t } = useText();
  const mirror = useMirror();
  return (
    <ExportSheet
      list="inquiries"
      rows={rows}
      columns={contactFile(t)}
      words={t('contacts.total', { count: rows.length })}
      onSave={async () =>
        void (await queue(
          mirror,
          exportNoted.make({ list: 'contacts', rows: rows.length }, { id: newId() }),
        ))
      }
      onClose={onClose}
    />
  );
}
