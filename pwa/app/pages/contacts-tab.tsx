import { useLastSeen, useListLimit } from '#pwa/app/list-memory.ts';
import { ContactsTable } from '#pwa/features/contacts/contacts-table.tsx';
import { useContacts } from '#pwa/features/contacts/use-contacts.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import type { Refresh } from '#pwa/sync/use-refresh-on-entry.ts';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { inboxIcon } from '#pwa/ui/icons.ts';
import styles from './dashboard-page.module.css';
import { ListState } from './list-state.tsx';

interface ContactsTabProps {
  refresh: Refresh;
  /** A contact became an application (D-12). */
  onConverted: () => void;
}

/** The inquiries from the public site (D-07 to D-09). */
export function ContactsTab({ refresh, onConverted }: ContactsTabProps) {
  const { t } = useText();
  const { userId } = useMirror();
  const [limit, more] = useListLimit('contacts');
  const list = useLastSeen(`contacts:${userId}`, useContacts({ limit }));

  return (
    <>
      <div className={styles.head}>
        <span className={styles.count}>
          {list && list.total > 0 && t('contacts.total', { count: list.total })}
        </span>
      </div>
      <ListState
        refresh={refresh}
        total={list?.total}
        empty={
          <EmptyState icon={inboxIcon} title={t('contacts.emptyTitle')}>
            {t('contacts.emptyText')}
          </EmptyState>
        }
      >
        {list && <ContactsTable {...list} onMore={more} onConverted={onConverted} />}
      </ListState>
    </>
  );
}
