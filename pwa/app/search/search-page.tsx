import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { referenceIn } from '#contract/fields/references.ts';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { type Tab, tabOf } from '#pwa/app/lists/dashboard-tab.ts';
import { setListView, useListView } from '#pwa/app/lists/list-views.ts';
import { useStillLoading } from '#pwa/app/lists/use-still-loading.ts';
import { MESSAGE_DRAFT } from '#pwa/app/pages/message-page.tsx';
import { applicationDefinition } from '#pwa/features/applications/application-definition.tsx';
import { applicationLook } from '#pwa/features/applications/application-look.tsx';
import { RowSheets } from '#pwa/features/applications/row-sheets.tsx';
import { contactDefinition } from '#pwa/features/contacts/contact-definition.ts';
import { contactLook } from '#pwa/features/contacts/contact-look.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import { writeDraft } from '#pwa/lib/storage/drafts.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { ApplicationRow, ContactRow } from '#pwa/local/database/rows.ts';
import { Records } from '#pwa/records/records.tsx';
import { useRefreshOnEntry } from '#pwa/sync/pull/use-refresh-on-entry.ts';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { SearchBox } from '#pwa/ui/fields/search-box.tsx';
import { chevronRightIcon, searchIcon } from '#pwa/ui/icons/icons.ts';
import { chevronDownIcon } from '#pwa/ui/icons/site-icons.ts';
import { OfficeLink } from '#pwa/ui/office-link.tsx';
import { PageHead } from '#pwa/ui/page-head.tsx';
import styles from './search-page.module.css';
import { useSearchResults } from './search-results.ts';

const LISTS = ['applications', 'contacts'] as const;
/** Results of each kind shown before the person asks for all. */
const SHOWN = 8;
/** Recent applications shown before anything is typed. */
const RECENT = 5;
const NONE: never[] = [];

/** Searches applications and contacts in the mirror, on every key press. */
export function SearchPage() {
  const { t } = useText();
  const { userId } = useMirror();
  const { query } = useListView('search', userId);
  const { applications, contacts, aside, isWhole } = useSearchResults(query, userId);
  const stillLoading = useStillLoading();
  useRefreshOnEntry(LISTS);
  const isSearching = query.trim() !== '';
  const count = applications.length + contacts.length;
  const isEmpty = count + aside.length === 0;

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
        {isSearching && !isWhole && stillLoading}
        {isSearching && isWhole && count > 0 && t('search.results', { count })}
      </p>
      {isSearching && isWhole && isEmpty && (
        <EmptyState
          icon={searchIcon}
          title={t('search.none', { query: query.trim() })}
          action={
            isMessage(query) && (
              <OfficeLink
                to={APP_PATHS.newMessage}
                onClick={() => writeDraft(userId, MESSAGE_DRAFT, query)}
              >
                {t('message.title')}
              </OfficeLink>
            )
          }
        />
      )}
      {isSearching ? (
        <Results query={query} applications={applications} contacts={contacts} isWhole={isWhole} />
      ) : (
        <RecentApplications applications={applications} />
      )}
      <SetAside contacts={isSearching ? aside : NONE} isWhole={isWhole} />
      <RowSheets />
    </>
  );
}

/** The query is a pasted message, or its reference. */
function isMessage(query: string): boolean {
  return referenceIn(query) !== null || query.trim().split(/\s+/).length > 4;
}

interface ResultsProps {
  query: string;
  applications: readonly ApplicationRow[];
  contacts: readonly ContactRow[];
  /** Whether all records are on this phone: only then are they counted. */
  isWhole: boolean;
}

function Results({ query, applications, contacts, isWhole }: ResultsProps) {
  const { t } = useText();
  const { userId } = useMirror();
  const navigate = useNavigate();
  const look = useInquiryLook();

  function showAll(tab: Tab): void {
    setListView(tab, userId, { query, filter: 'all' });
    void navigate({ to: APP_PATHS.dashboard, search: tabOf({ tab }) });
  }

  return (
    <>
      {applications.length > 0 && (
        <Section
          title={t('applications.title')}
          count={applications.length}
          isWhole={isWhole}
          onAll={() => showAll('applications')}
        >
          <Records
            definition={applicationDefinition}
            look={applicationLook}
            rows={applications.slice(0, SHOWN)}
          />
        </Section>
      )}
      {contacts.length > 0 && (
        <Section
          title={t('contacts.title')}
          count={contacts.length}
          isWhole={isWhole}
          onAll={() => showAll('contacts')}
        >
          <Records definition={contactDefinition} look={look} rows={contacts.slice(0, SHOWN)} />
        </Section>
      )}
    </>
  );
}

function RecentApplications({ applications }: Pick<ResultsProps, 'applications'>) {
  const { t } = useText();
  if (applications.length === 0) return null;
  return (
    <Section title={t('search.recent')}>
      <Records
        definition={applicationDefinition}
        look={applicationLook}
        rows={applications.slice(0, RECENT)}
      />
    </Section>
  );
}

/** The matches that the list of inquiries hides, behind a button. */
function SetAside({ contacts, isWhole }: Pick<ResultsProps, 'contacts' | 'isWhole'>) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  const look = useInquiryLook();
  if (contacts.length === 0) return null;
  return (
    <section className={styles.section}>
      <Button
        variant="quiet"
        className={styles.aside}
        icon={isOpen ? chevronDownIcon : chevronRightIcon}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isWhole ? t('search.aside', { count: contacts.length }) : t('search.asideLoading')}
      </Button>
      {isOpen && <Records definition={contactDefinition} look={look} rows={contacts} />}
    </section>
  );
}

/** A conversion leads to the list of applications. */
function useInquiryLook() {
  const navigate = useNavigate();
  return contactLook(() => void navigate({ to: APP_PATHS.dashboard, search: {} }));
}

interface SectionProps {
  title: string;
  /** The total; a larger one than SHOWN offers a button to all. */
  count?: number;
  /** Whether the total is final. */
  isWhole?: boolean;
  onAll?: () => void;
  children: ReactNode;
}

function Section({ title, count = 0, isWhole = false, onAll, children }: SectionProps) {
  const { t } = useText();
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {count > SHOWN && (
          <Button variant="quiet" onClick={onAll}>
            {isWhole ? t('search.all', { count }) : t('list.showAll')}
          </Button>
        )}
      </div>
      {children}
    </section>
  );
}
