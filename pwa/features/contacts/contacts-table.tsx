import { Link } from '@tanstack/react-router';
import { useText } from '#pwa/i18n/text-context.tsx';
import { formatDay } from '#pwa/lib/dates.ts';
import type { ContactRow } from '#pwa/local/overlay.ts';
import { OfficeLink } from '#pwa/ui/office-link.tsx';
import {
  ListEnd,
  RecordActions,
  RecordName,
  RecordRow,
  RecordRows,
  RecordTable,
  recordLink,
} from '#pwa/ui/record-list.tsx';
import { useMedia, WIDE } from '#pwa/ui/use-media.ts';
import { WaitingMark } from '#pwa/ui/waiting-mark.tsx';
import { ContactBadge } from './contact-badge.tsx';
import { ConvertButton } from './convert-button.tsx';

interface ContactsTableProps {
  rows: readonly ContactRow[];
  total: number;
  /** Asks for more rows. */
  onMore: () => void;
  /** A contact became an application; it is in the list of applications already. */
  onConverted: () => void;
}

/** The inquiries, newest first: a table on wide screens, rows of two lines on phones. */
export function ContactsTable({ rows, total, onMore, onConverted }: ContactsTableProps) {
  const wide = useMedia(WIDE);
  const List = wide ? WideTable : PhoneRows;
  return (
    <>
      <List rows={rows} onConverted={onConverted} />
      <ListEnd shown={rows.length} total={total} onMore={onMore} />
    </>
  );
}

type ListProps = Pick<ContactsTableProps, 'rows' | 'onConverted'>;

function WideTable({ rows, onConverted }: ListProps) {
  const { t } = useText();
  const columns = [
    t('contacts.columns.contact'),
    t('contacts.columns.inquiryType'),
    t('contacts.columns.position'),
    t('contacts.columns.received'),
    t('contacts.columns.status'),
    t('contacts.columns.actions'),
  ];
  return (
    <RecordTable caption={t('contacts.title')} columns={columns}>
      {rows.map((row) => (
        <tr key={row.id}>
          <RecordName name={<NameLink row={row} />} detail={row.email} />
          <td>{t(`inquiryType.${row.inquiryType}`)}</td>
          <td>{row.position}</td>
          <td>
            <time dateTime={row.createdAt}>{formatDay(row.createdAt)}</time>
          </td>
          <td>
            <ContactBadge converted={row.convertedToApplication} />
            <WaitingMark waiting={row.waiting} />
          </td>
          <RecordActions>
            {!row.convertedToApplication && (
              <ConvertButton
                variant="quiet"
                contact={row}
                label={t('contacts.convert')}
                aria-label={t('contacts.convertOf', { name: row.name })}
                onConverted={onConverted}
              />
            )}
            <OfficeLink
              variant="quiet"
              to="/dashboard/contacts/$id"
              params={{ id: String(row.id) }}
              aria-label={t('contacts.viewOf', { name: row.name })}
            >
              {t('contacts.view')}
            </OfficeLink>
          </RecordActions>
        </tr>
      ))}
    </RecordTable>
  );
}

function PhoneRows({ rows, onConverted }: ListProps) {
  const { t } = useText();
  return (
    <RecordRows label={t('contacts.title')}>
      {rows.map((row) => (
        <RecordRow
          key={row.id}
          name={<NameLink row={row} />}
          badge={<ContactBadge converted={row.convertedToApplication} />}
          facts={[formatDay(row.createdAt), t(`inquiryType.${row.inquiryType}`), row.position]}
          mark={<WaitingMark waiting={row.waiting} />}
          action={
            !row.convertedToApplication && (
              <ConvertButton
                variant="quiet"
                contact={row}
                label={t('contacts.convert')}
                aria-label={t('contacts.convertOf', { name: row.name })}
                onConverted={onConverted}
              />
            )
          }
        />
      ))}
    </RecordRows>
  );
}

function NameLink({ row }: { row: ContactRow }) {
  return (
    <Link to="/dashboard/contacts/$id" params={{ id: String(row.id) }} className={recordLink}>
      {row.name}
    </Link>
  );
}
