import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Tab } from '#pwa/app/dashboard-tab.ts';
import { setListView, useLastSeen, useListView } from '#pwa/app/list-memory.ts';
import { ApplicationsTable } from '#pwa/features/applications/applications-table.tsx';
import { useAllApplications } from '#pwa/features/applications/use-applications.ts';
import { useFoundApplications } from '#pwa/features/applications/use-found-applications.ts';
import { ContactsTable } from '#pwa/features/contacts/contacts-table.tsx';
import { useAllContacts } from '#pwa/features/contacts/use-contacts.ts';
import { useFoundContacts } from '#pwa/features/contacts/use-found-contacts.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import type { ApplicationRow, ContactRow } from '#pwa/local/rows.ts';
import { useRefreshOnEntry } from '#pwa/sync/use-refresh-on-entry.ts';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { chevronDownIcon, chevronRightIcon, searchIcon } from '#pwa/ui/icons.ts';
import { SearchBox } from '#pwa/ui/list-tools.tsx';
import { PageHead } from '#pwa/ui/page-head.tsx';
import { useTitle } from '#pwa/ui/use-title.ts';
import styles from './search-page.module.css';

const LISTS = ['applications', 'contacts'] as const;
/** Results of each kind shown before the person asks for all. */
const SHOWN = 8;
/** Recent applications shown before anything is typed. */
const RECENT = 5;
const NO_APPLICATIONS: ApplicationRow[] = [];
const NO_CONTACTS: ContactRow[] = [];

/** Searches applications and contacts in the mirror, on every key press. */
export function SearchPage() {
  const { t } = useText();
  const { userId } = useMirror();
  const navigate = useNavigate();
  const { query } = useListView('search', userId);
  useRefreshOnEntry(LISTS);
  useTitle(t('titles.search'));

  const allApplications = useLastSeen(`applications:${userId}`, useAllApplications(true));
  const allContacts = useLastSeen(`contacts:${userId}`, useAllContacts(true));
  const applications = useFoundApplications(allApplications ?? NO_APPLICATIONS, {
    query,
    filter: 'all',
    sort: 'updated',
  }).rows;
  const [showsAside, setShowsAside] = useState(false);
  const rows = allContacts ?? NO_CONTACTS;
  const contacts = useFoundContacts(rows, { query, filter: 'all', sort: 'received' }).rows;
  const aside = useFoundContacts(rows, { query, filter: 'aside', sort: 'received' }).rows;
  const count = applications.length + contacts.length;
  const searched = query.trim() !== '';

  const toApplications = (): void => void navigate({ to: '/dashboard', search: {} });

  function showAll(tab: Tab): void {
    setListView(tab, userId, { query, filter: 'all' });
    void navigate({ to: '/dashboard', search: tab === 'contacts' ? { tab } : {} });
  }

  return (
    <>
      <PageHead title={t('search.title')}>{t('search.hint')}</PageHead>
      <SearchBox
        focused
        label={t('search.label')}
        value={query}
        onChange={(typed) => setListView('search', userId, { query: typed })}
      />
      <p className={styles.count} role="status">
        {searched && count > 0 && t('search.results', { count })}
      </p>
      {searched && count + aside.length === 0 && allApplications && allContacts && (
        <EmptyState icon={searchIcon} title={t('search.none', { query: query.trim() })} />
      )}
      {!searched && applications.length > 0 && (
        <Finds title={t('search.recent')}>
          <ApplicationsTable rows={applications.slice(0, RECENT)} />
        </Finds>
      )}
      {searched && applications.length > 0 && (
        <Finds
          title={t('applications.title')}
          count={applications.length}
          onAll={() => showAll('applications')}
        >
          <ApplicationsTable rows={applications.slice(0, SHOWN)} />
        </Finds>
      )}
      {searched && contacts.length > 0 && (
        <Finds
          title={t('contacts.title')}
          count={contacts.length}
          onAll={() => showAll('contacts')}
        >
          <ContactsTable rows={contacts.slice(0, SHOWN)} onConverted={toApplications} />
        </Finds>
      )}
      {searched && aside.length > 0 && (
        <section className={styles.finds}>
          <Button
            variant="quiet"
            className={styles.aside}
            icon={showsAside ? chevronDownIcon : chevronRightIcon}
            aria-expanded={showsAside}
            onClick={() => setShowsAside(!showsAside)}
          >
            {t('search.aside', { count: aside.length })}
          </Button>
          {showsAside && <ContactsTable rows={aside} onConverted={toApplications} />}
        </section>
      )}
    </>
  );
}

interface FindsProps {
  title: string;
  /** The total, if a link to all of them is shown. */
  count?: number;
  onAll?: () => void;
  children: ReactNode;
}

function Finds({ title, count = 0, onAll, children }: FindsProps) {
  const { t } = useText();
  return (
    <section className={styles.finds}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {count > SHOWN && (
          <Button variant="quiet" onClick={onAll}>
            {t('search.all', { count })}
          </Button>
        )}
      </div>
      {children}
    </section>
  );
}
