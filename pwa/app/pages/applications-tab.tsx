import { useLastSeen, useListLimit } from '#pwa/app/list-memory.ts';
import { ApplicationsTable } from '#pwa/features/applications/applications-table.tsx';
import { useApplications } from '#pwa/features/applications/use-applications.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import type { Refresh } from '#pwa/sync/use-refresh-on-entry.ts';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { plusIcon, userIcon } from '#pwa/ui/icons.ts';
import { OfficeLink } from '#pwa/ui/office-link.tsx';
import styles from './dashboard-page.module.css';
import { ListState } from './list-state.tsx';

/** The applications with the way to a new one (D-03 to D-06). */
export function ApplicationsTab({ refresh }: { refresh: Refresh }) {
  const { t } = useText();
  const { userId } = useMirror();
  const [limit, more] = useListLimit('applications');
  const list = useLastSeen(`applications:${userId}`, useApplications({ limit }));
  const create = (
    <OfficeLink icon={plusIcon} to="/dashboard/applications/new">
      {t('applications.new')}
    </OfficeLink>
  );

  return (
    <>
      <div className={styles.head}>
        <span className={styles.count}>
          {list && list.total > 0 && t('applications.total', { count: list.total })}
        </span>
        {create}
      </div>
      <ListState
        refresh={refresh}
        total={list?.total}
        empty={
          <EmptyState icon={userIcon} title={t('applications.emptyTitle')}>
            {t('applications.emptyText')}
          </EmptyState>
        }
      >
        {list && <ApplicationsTable {...list} onMore={more} />}
      </ListState>
    </>
  );
}
