import { useNavigate } from '@tanstack/react-router';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { lastDayOf } from '#pwa/features/applications/follow-up/last-day.ts';
import { useChange } from '#pwa/features/changes/use-change.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { applicationRemoved } from '#pwa/local/changes/applications.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { Button } from '#pwa/ui/button.tsx';
import { trashIcon } from '#pwa/ui/icons/icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import styles from './removal.module.css';

/** Says that an application is removed, and brings it back. */
export function RemovedNotice({ application }: { application: ApplicationRow }) {
  const { t } = useText();
  const change = useChange();
  const { removedAt } = application;
  if (removedAt === null) return null;
  return (
    <Notice
      icon={trashIcon}
      tone="amber"
      title={t('removed.notice')}
      actions={
        <Button
          variant="secondary"
          onClick={() => void change(applicationRemoved.make({ removed: false }, application))}
        >
          {t('removed.bringBack')}
        </Button>
      }
    >
      {t('removed.noticeText', { day: lastDayOf(removedAt) })}
    </Notice>
  );
}

/** Removes an application that was made by mistake, then shows the list. */
export function RemoveApplication({ application }: { application: ApplicationRow }) {
  const { t } = useText();
  const navigate = useNavigate();
  const change = useChange();
  if (application.removedAt !== null) return null;
  return (
    <div className={styles.remove}>
      <p>{t('removed.hint')}</p>
      <Button
        variant="secondary"
        icon={trashIcon}
        onClick={() => {
          void change(applicationRemoved.make({ removed: true }, application));
          void navigate({ to: APP_PATHS.dashboard, search: {} });
        }}
      >
        {t('removed.remove')}
      </Button>
    </div>
  );
}
