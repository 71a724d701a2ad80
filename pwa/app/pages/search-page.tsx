import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Tab } from '#pwa/app/dashboard-tab.ts';
import { useLastSeen } from '#pwa/app/last-seen.ts';
import { setListView, useListView } from '#pwa/app/list-views.ts';
import { applicationDefinition } from '#pwa/features/applications/application-definition.tsx';
import { applicationLook } from '#pwa/features/applications/application-look.tsx';
import { useAllApplications } from '#pwa/features/applications/use-applications.ts';
import { contactDefinition } from '#pwa/features/contacts/contact-definition.ts';
import { contactLook } from '#pwa/features/contacts/contact-look.tsx';
import { useAllContacts } from '#pwa/features/contacts/use-contacts.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import type { ApplicationRow, ContactRow } from '#pwa/local/rows.ts';
import { useRefreshOnEntry } from '#pwa/sync/use-refresh-on-entry.ts';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { chevronDownIcon, chevronRightIcon, searchIcon } from '#pwa/ui/icons.ts';
import { PageHead } from '#pwa/ui/page-head.tsx';
import { Records } from '#pwa/ui/records.tsx';
import { SearchBox } from '#pwa/ui/search-box.tsx';
import { useFound } from '#pwa/ui/use-found.ts';
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
  const applications = useFound(applicationDefinition, allApplications ?? NO_APPLICATIONS, {
    query,
    filter: 'all',
    sort: 'updated',
  }).rows;
  const [showsAside, setShowsAside] = useState(false);
  const rows = allContacts ?? NO_CONTACTS;
  const contacts = useFound(contactDefinition, rows, {
    query,
    filter: 'all',
    sort: 'received',
  }).rows;
  const aside = useFound(contactDefinition, rows, {
    query,
    filter: 'aside',
    sort: 'received',
  }).rows;
  const count = applications.length + contacts.length;
  const searched = query.trim() !== '';

  const inquiryLook = contactLook(() => void navigate({ to: '/dashboard', search: {} }));

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
          <Records
            definition={applicationDefinition}
            look={applicationLook}
            rows={applications.slice(0, RECENT)}
          />
        </Finds>
      )}
      {searched && applications.length > 0 && (
        <Finds
          title={t('applications.title')}
          count={applications.length}
          onAll={() => showAll('applications')}
        >
          <Records
            definition={applicationDefinition}
            look={applicationLook}
            rows={applications.slice(0, SHOWN)}
          />
        </Finds>
      )}
      {searched && contacts.length > 0 && (
        <Finds
          title={t('contacts.title')}
          count={contacts.length}
          onAll={() => showAll('contacts')}
        >
          <Records
            definition={contactDefinition}
            look={inquiryLook}
            rows={contacts.slice(0, SHOWN)}
          />
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
          {showsAside && <Records definition={contactDefinition} look={inquiryLook} rows={aside} />}
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
