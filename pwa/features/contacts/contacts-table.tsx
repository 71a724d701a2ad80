import { Link } from '@tanstack/react-router';
import { WaitingMark } from '#pwa/features/changes/waiting-mark.tsx';
import { addressOf, personName } from '#pwa/i18n/person-name.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { wordText } from '#pwa/i18n/word-text.ts';
import { formatDay } from '#pwa/lib/dates.ts';
import type { ContactRow } from '#pwa/local/rows.ts';
import { alertIcon } from '#pwa/ui/icons.ts';
import { ListHint } from '#pwa/ui/list-tools.tsx';
import { LongRows, LongTable } from '#pwa/ui/long-list.tsx';
import { OfficeLink } from '#pwa/ui/office-link.tsx';
import {
  RecordActions,
  RecordName,
  RecordRow,
  RecordText,
  recordLink,
} from '#pwa/ui/record-list.tsx';
import { RowChoice } from '#pwa/ui/row-choice.tsx';
import { useMedia, WIDE } from '#pwa/ui/use-media.ts';
import type { Selection } from '#pwa/ui/use-selection.ts';
import { ContactBadge } from './contact-badge.tsx';
import { isUnanswered } from './contact-list.ts';
import styles from './contacts-table.module.css';
import { ConvertButton } from './convert-button.tsx';
import { ReplyClock } from './reply-clock.tsx';

interface ContactsTableProps {
  rows: readonly ContactRow[];
  /** For a list in which records can be chosen. */
  selection?: Selection<number> | undefined;
  /** A contact became an application; it is in the list of applications already. */
  onConverted: () => void;
}

/** The inquiries: a table on wide screens, rows of two lines on phones. */
export function ContactsTable(props: ContactsTableProps) {
  const wide = useMedia(WIDE);
  return wide ? <WideTable {...props} /> : <PhoneRows {...props} />;
}

const idOf = ({ id }: ContactRow): number => id;

function WideTable({ rows, selection, onConverted }: ContactsTableProps) {
  const { t } = useText();
  const columns = [
    { label: t('contacts.columns.contact') },
    { label: t('contacts.columns.inquiryType') },
    { label: t('contacts.columns.position') },
    { label: t('contacts.columns.received'), holds: 'date' },
    { label: t('contacts.columns.status'), holds: 'badge' },
    { label: t('contacts.columns.actions') },
  ] as const;
  return (
    <LongTable caption={t('contacts.title')} columns={columns} rows={rows} keyOf={idOf}>
      {(row) => (
        <>
          <RecordName name={<Name row={row} selection={selection} />} detail={addressOf(row)} />
          <RecordText>{wordText(t, 'inquiryType', row.inquiryType)}</RecordText>
          <RecordText>{row.position}</RecordText>
          <td>
            <div className={styles.status}>
              <time dateTime={row.createdAt}>{formatDay(row.createdAt)}</time>
              <ReplyClock contact={row} />
            </div>
          </td>
          <td>
            <div className={styles.status}>
              <ContactBadge contact={row} />
              <WaitingMark waiting={row.waiting} />
              <SuspectHint contact={row} />
            </div>
          </td>
          <RecordActions>
            {!row.convertedToApplication && (
              <ConvertButton
                variant="quiet"
                contact={row}
                label={t('contacts.convert')}
                aria-label={t('contacts.convertOf', { name: personName(t, row) })}
                onConverted={onConverted}
              />
            )}
            <OfficeLink
              variant="quiet"
              to="/dashboard/contacts/$id"
              params={{ id: String(row.id) }}
              aria-label={t('contacts.viewOf', { name: personName(t, row) })}
            >
              {t('contacts.view')}
            </OfficeLink>
          </RecordActions>
        </>
      )}
    </LongTable>
  );
}

function PhoneRows({ rows, selection, onConverted }: ContactsTableProps) {
  const { t } = useText();
  return (
    <LongRows label={t('contacts.title')} rows={rows} keyOf={idOf}>
      {(row, place) => (
        <RecordRow
          place={place}
          name={<Name row={row} selection={selection} />}
          badge={<ContactBadge contact={row} />}
          facts={[
            // Where somebody waits, the clock says when it came.
            isUnanswered(row) ? null : formatDay(row.createdAt),
            // What looks like a machine's is said in the place of what it says it is.
            row.suspect ? null : wordText(t, 'inquiryType', row.inquiryType),
            row.position,
          ]}
          mark={
            <>
              <SuspectHint contact={row} />
              <ReplyClock contact={row} />
              <WaitingMark waiting={row.waiting} />
            </>
          }
          action={
            !row.convertedToApplication &&
            !selection?.active && (
              <ConvertButton
                variant="quiet"
                contact={row}
                label={t('contacts.convert')}
                aria-label={t('contacts.convertOf', { name: personName(t, row) })}
                onConverted={onConverted}
              />
            )
          }
        />
      )}
    </LongRows>
  );
}

/** The way to a record, or its box while records are chosen. */
function Name({ row, selection }: { row: ContactRow } & Pick<ContactsTableProps, 'selection'>) {
  const { t } = useText();
  if (selection?.active) {
    return (
      <RowChoice selection={selection} id={row.id}>
        {personName(t, row)}
      </RowChoice>
    );
  }
  return (
    <Link to="/dashboard/contacts/$id" params={{ id: String(row.id) }} className={recordLink}>
      {personName(t, row)}
    </Link>
  );
}

/** What looks like a machine's is told, and judged by a person. */
function SuspectHint({ contact }: { contact: ContactRow }) {
  const { t } = useText();
  if (!contact.suspect || contact.state === 'spam') return null;
  return (
    <ListHint icon={alertIcon} urgent={false}>
      {t('contacts.suspect')}
    </ListHint>
  );
}
