import { openStatuses } from '#pwa/features/applications/row-sheets-store.ts';
import { personName } from '#pwa/i18n/person-name.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { wordText } from '#pwa/i18n/word-text.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { BadgeButton } from '#pwa/records/record-list.tsx';
import { StatusBadge, type StatusBadgeProps } from './status-badge.tsx';

interface StatusButtonProps extends Pick<StatusBadgeProps, 'words'> {
  application: ApplicationRow;
}

/** The badge of a row: opens the six statuses. Needs a RowSheets on the page. */
export function StatusButton({ application, words }: StatusButtonProps) {
  const { t } = useText();
  const { playerName, email, status } = application;
  const name = personName(t, { name: playerName, email });
  return (
    <BadgeButton
      aria-label={t('applications.statusOf', { name, status: wordText(t, 'status', status) })}
      data-status-button
      onClick={({ currentTarget }) => openStatuses(application, currentTarget)}
    >
      <StatusBadge status={status} words={words} />
    </BadgeButton>
  );
}
