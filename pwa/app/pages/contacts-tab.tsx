import { useEffect, useMemo, useState } from 'react';
import { rememberOrder, setListView, useLastSeen, useListView } from '#pwa/app/list-memory.ts';
import { ChosenContacts } from '#pwa/features/contacts/chosen-contacts.tsx';
import { ContactTools } from '#pwa/features/contacts/contact-tools.tsx';
import { ContactsTable } from '#pwa/features/contacts/contacts-table.tsx';
import { useAllContacts, useNewestContacts } from '#pwa/features/contacts/use-contacts.ts';
import { type ContactView, useFoundContacts } from '#pwa/features/contacts/use-found-contacts.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { afterPaint } from '#pwa/lib/when-idle.ts';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import type { ContactRow } from '#pwa/local/rows.ts';
import type { Refresh } from '#pwa/sync/use-refresh-on-entry.ts';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { inboxIcon } from '#pwa/ui/icons.ts';
import { useSelection } from '#pwa/ui/use-selection.ts';
import { ListState } from './list-state.tsx';
import { NothingFound } from './nothing-found.tsx';

const NONE: ContactRow[] = [];
const idOf = ({ id }: ContactRow): number => id;

interface ContactsTabProps {
  refresh: Refresh;
  /** A contact became an application. */
  onConverted: () => void;
}

/** The inquiries from the public site, those that wait for a reply told apart. */
export function ContactsTab({ refresh, onConverted }: ContactsTabProps) {
  const { t } = useText();
  const { userId } = useMirror();
  const view = useListView('contacts', userId);
  const [isPainted, setPainted] = useState(false);
  const all = useLastSeen(`contacts:${userId}`, useAllContacts(isPainted));
  const newest = useNewestContacts(all === undefined);
  const isThere = all !== undefined || newest !== undefined;
  // First the rows that fill the screen, then all that can be searched.
  useEffect(() => (isThere ? afterPaint(() => setPainted(true)) : undefined), [isThere]);
  const found = useFoundContacts(all ?? newest?.rows ?? NONE, view);
  const total = all?.length ?? newest?.total;
  const ids = useMemo(() => found.rows.map(({ id }) => id), [found]);
  useEffect(() => rememberOrder('contacts', userId, ids), [userId, ids]);

  const { selection, chosen } = useSelection(found.rows, idOf);

  function look(change: Partial<ContactView>): void {
    setListView('contacts', userId, change);
  }

  return (
    <>
      <ContactTools
        view={view}
        found={found}
        total={total}
        selection={selection}
        chosen={chosen.length}
        onChange={look}
      />
      {selection.active && <ChosenContacts chosen={chosen} onDone={selection.end} />}
      <ListState
        refresh={refresh}
        total={total}
        empty={
          <EmptyState icon={inboxIcon} title={t('contacts.emptyTitle')}>
            {t('contacts.emptyText')}
          </EmptyState>
        }
      >
        {found.rows.length > 0 ? (
          <ContactsTable rows={found.rows} selection={selection} onConverted={onConverted} />
        ) : (
          <NothingFound query={view.query} onReset={() => look({ query: '', filter: 'all' })} />
        )}
      </ListState>
    </>
  );
}
