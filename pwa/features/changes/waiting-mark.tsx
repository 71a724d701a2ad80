import { useText } from '#pwa/i18n/text-context.tsx';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { arrowUpIcon, clockIcon } from '#pwa/ui/icons/icons.ts';
import { alertIcon } from '#pwa/ui/icons/site-icons.ts';
import styles from './waiting-mark.module.css';

const ICONS = { 'not-sent': clockIcon, sending: arrowUpIcon, refused: alertIcon };

/** Marks a record with changes that the server does not have; nothing for null. */
export function WaitingMark({ waiting }: { waiting: keyof typeof ICONS | null }) {
  const { t } = useText();
  if (waiting === null) return null;

  return (
    <span className={styles.mark} data-waiting={waiting}>
      <Icon shape={ICONS[waiting]} />
      <span className={styles.word}>{t(`sync.row.${waiting}`)}</span>
    </span>
  );
}
