import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { ListState } from '#pwa/app/lists/list-state.tsx';
import { setListView, useListView } from '#pwa/app/lists/list-views.ts';
import { NothingFound } from '#pwa/app/lists/nothing-found.tsx';
import { applicationDefinition } from '#pwa/features/applications/application-definition.tsx';
import { Board } from '#pwa/features/applications/board/board.tsx';
import { RowSheets } from '#pwa/features/applications/row-sheets.tsx';
import { useAllApplications } from '#pwa/features/applications/use-applications.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { EVERYWHERE } from '#pwa/lib/text/where.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { useLastSeen } from '#pwa/records/last-seen.ts';
import { useFound } from '#pwa/records/use-found.ts';
import { useRefreshOnEntry } from '#pwa/sync/pull/use-refresh-on-entry.ts';
import { BackLink } from '#pwa/ui/back-link.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { SearchBox } from '#pwa/ui/fields/search-box.tsx';
import { plusIcon } from '#pwa/ui/icons/icons.ts';
import { OfficeLink } from '#pwa/ui/office-link.tsx';
import { PageHead } from '#pwa/ui/page-head.tsx';
import { ROOMY, useMedia } from '#pwa/ui/screen/use-media.ts';
import styles from './board-page.module.css';

/** The applications by status, with the search and the order of their list. A narrow window has the list. */
export function BoardPage() {
  const { t } = useText();
  const { userId } = useMirror();
  const navigate = useNavigate();
  const roomy = useMedia(ROOMY);
  const view = useListView('applications', userId);
  const refresh = useRefreshOnEntry(LISTS);
  const all = useLastSeen(`applications:${userId}`, useAllApplications(true));
  const { rows, hasAllNotes } = useFound(applicationDefinition, all?.rows ?? NONE, {
    ...view,
    filter: 'all',
    where: EVERYWHERE,
  });
  const isWhole = all?.firstPull.isWhole === true;
  useEffect(() => {
    if (!roomy) void navigate({ to: APP_PATHS.dashboard, replace: true });
  }, [roomy, navigate]);

  const search = (query: string) => setListView('applications', userId, { query });
  return (
    <>
      <BackLink to={APP_PATHS.dashboard}>{t('applicationDetail.back')}</BackLink>
      <PageHead title={t('board.title')} isSmall />
      <div className={styles.tools}>
        <SearchBox label={t('applications.search')} value={view.query} onChange={search} />
        <OfficeLink icon={plusIcon} to={APP_PATHS.newApplication} aria-keyshortcuts="N">
          {t('applications.new')}
        </OfficeLink>
      </div>
      <ListState
        refresh={refresh}
        total={all?.rows.length}
        isWhole={isWhole}
        empty={
          <EmptyState icon={applicationDefinition.emptyIcon} title={t('applications.emptyTitle')}>
            {t('applications.emptyText')}
          </EmptyState>
        }
      >
        {rows.length > 0 ? (
          <Board rows={rows} />
        ) : (
          <NothingFound
            tab="applications"
            isWhole={isWhole}
            hasAllNotes={hasAllNotes}
            query={view.query}
            onReset={() => search('')}
          />
        )}
      </ListState>
      <RowSheets />
    </>
  );
}

const LISTS = ['applications'] as const;
const NONE: never[] = [];
