import { useEffect, useMemo, useState } from 'react';
import { rememberOrder, setListView, useLastSeen, useListView } from '#pwa/app/list-memory.ts';
import { ApplicationTools } from '#pwa/features/applications/application-tools.tsx';
import { ApplicationsTable } from '#pwa/features/applications/applications-table.tsx';
import { ChosenApplications } from '#pwa/features/applications/chosen-applications.tsx';
import {
  useAllApplications,
  useNewestApplications,
} from '#pwa/features/applications/use-applications.ts';
import {
  type ApplicationView,
  useFoundApplications,
} from '#pwa/features/applications/use-found-applications.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { afterPaint } from '#pwa/lib/when-idle.ts';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import type { ApplicationRow } from '#pwa/local/rows.ts';
import type { Refresh } from '#pwa/sync/use-refresh-on-entry.ts';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { userIcon } from '#pwa/ui/icons.ts';
import { useSelection } from '#pwa/ui/use-selection.ts';
import { ListState } from './list-state.tsx';
import { NothingFound } from './nothing-found.tsx';

const NONE: ApplicationRow[] = [];
const idOf = ({ id }: ApplicationRow): string => id;

/** The applications with their search, filters and order, and the way to a new one. */
export function ApplicationsTab({ refresh }: { refresh: Refresh }) {
  const { t } = useText();
  const { userId } = useMirror();
  const view = useListView('applications', userId);
  const [isPainted, setPainted] = useState(false);
  const all = useLastSeen(`applications:${userId}`, useAllApplications(isPainted));
  const newest = useNewestApplications(all === undefined);
  const isThere = all !== undefined || newest !== undefined;
  // First the rows that fill the screen, then all that can be searched.
  useEffect(() => (isThere ? afterPaint(() => setPainted(true)) : undefined), [isThere]);
  const found = useFoundApplications(all ?? newest?.rows ?? NONE, view);
  const total = all?.length ?? newest?.total;
  const ids = useMemo(() => found.rows.map(({ id }) => id), [found]);
  useEffect(() => rememberOrder('applications', userId, ids), [userId, ids]);

  const { selection, chosen } = useSelection(found.rows, idOf);

  function look(change: Partial<ApplicationView>): void {
    setListView('applications', userId, change);
  }

  return (
    <>
      <ApplicationTools
        view={view}
        found={found}
        total={total}
        selection={selection}
        chosen={chosen.length}
        onChange={look}
      />
      {selection.active && <ChosenApplications chosen={chosen} onDone={selection.end} />}
      <ListState
        refresh={refresh}
        total={total}
        empty={
          <EmptyState icon={userIcon} title={t('applications.emptyTitle')}>
            {t('applications.emptyText')}
          </EmptyState>
        }
      >
        {found.rows.length > 0 ? (
          <ApplicationsTable rows={found.rows} selection={selection} />
        ) : (
          <NothingFound query={view.query} onReset={() => look({ query: '', filter: 'all' })} />
        )}
      </ListState>
    </>
  );
}
