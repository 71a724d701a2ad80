import { openStatuses } from '#pwa/features/applications/row-sheets-store.ts';
import { personName } from '#pwa/i18n/person-name.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { wordText } from '#pwa/i18n/word-text.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { StatusBadge, type StatusBadgeProps } from './status-badge.tsx';
import styles from './status-button.module.css';

interface StatusButtonProps extends Pick<StatusBadgeProps, 'words'> {
  application: ApplicationRow;
}

/** The badge of a row: opens the six statuses. Needs a RowSheets on the page. */
export function StatusButton({ application, words }: StatusButtonProps) {
  const { t } = useText();
  const { playerName, email, status } = application;
  const name = personName(t, { name: playerName, email });
  return (
    <button
      type="button"
      className={styles.button}
      aria-haspopup="dialog"
      aria-keyshortcuts="S"
      aria-label={t('applications.statusOf', { name, status: wordText(t, 'status', status) })}
      data-status-button
      onClick={({ currentTarget }) => openStatuses(application, currentTarget)}
    >
      <StatusBadge status={status} words={words} />
    </button>
  );
}
