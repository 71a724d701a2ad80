import { useText } from '#pwa/i18n/text-context.tsx';
import { Icon } from '#pwa/ui/icon.tsx';
import { alertIcon, arrowUpIcon, clockIcon } from '#pwa/ui/icons.ts';
import styles from './waiting-mark.module.css';

const ICONS = { 'not-sent': clockIcon, sending: arrowUpIcon, refused: alertIcon };

/** Says in words what of a record is not on the server yet; nothing when all of it is. */
export function WaitingMark({ waiting }: { waiting: keyof typeof ICONS | null }) {
  const { t } = useText();
  if (waiting === null) return null;

  return (
    <span className={styles.mark} data-waiting={waiting}>
      <Icon shape={ICONS[waiting]} />
      {t(`sync.row.${waiting}`)}
    </span>
  );
}
