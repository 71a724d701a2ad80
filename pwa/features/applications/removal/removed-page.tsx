import { useLiveQuery } from 'dexie-react-hooks';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { applicationDefinition } from '#pwa/features/applications/application-definition.tsx';
import { lastDayOf } from '#pwa/features/applications/follow-up/last-day.ts';
import { StatusBadge } from '#pwa/features/applications/status/status-badge.tsx';
import { useChange } from '#pwa/features/changes/use-change.ts';
import { WaitingMark } from '#pwa/features/changes/waiting-mark.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import { applicationRemoved } from '#pwa/local/changes/applications.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { readRemoved } from '#pwa/local/rows/read-rows.ts';
import { BackLink } from '#pwa/ui/back-link.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { trashIcon } from '#pwa/ui/icons/icons.ts';
import { PageHead } from '#pwa/ui/page-head.tsx';
import { TaskRow } from '#pwa/ui/task-row.tsx';
import styles from './removed-page.module.css';

/** The applications that were made by mistake, from the mirror; each can be brought back. */
export function RemovedPage() {
  const { t } = useText();
  const mirror = useMirror();
  const rows = useLiveQuery(() => readRemoved(mirror), [mirror]);
  const change = useChange();

  return (
    <>
      <BackLink to={APP_PATHS.more}>{t('navigation.more')}</BackLink>
      <PageHead title={t('removed.title')}>{t('removed.subtitle')}</PageHead>
      {rows?.length === 0 && (
        <EmptyState icon={trashIcon} title={t('removed.empty')}>
          {t('removed.emptyText')}
        </EmptyState>
      )}
      {rows !== undefined && rows.length > 0 && (
        <ul className={styles.rows}>
          {rows.map((row) => (
            <TaskRow
              key={row.id}
              name={applicationDefinition.nameOf(t, row)}
              link={applicationDefinition.linkTo(row.id)}
              badge={<StatusBadge status={row.status} />}
              facts={row.removedAt && t('removed.row', { last: lastDayOf(row.removedAt) })}
              mark={<WaitingMark waiting={row.waiting} />}
              reach={null}
              actions={
                <Button
                  variant="secondary"
                  aria-label={t('removed.bringBackOf', { name: row.playerName })}
                  onClick={() => void change(applicationRemoved.make({ removed: false }, row))}
                >
                  {t('removed.bringBack')}
                </Button>
              }
            />
          ))}
        </ul>
      )}
    </>
  );
}
