import { Link } from '@tanstack/react-router';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { COPIES } from '#pwa/features/backups/copies-card.tsx';
import { useCopies } from '#pwa/features/backups/use-copies.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { chevronRightIcon } from '#pwa/ui/icons/icons.ts';
import { alertIcon } from '#pwa/ui/icons/site-icons.ts';
import styles from './today-page.module.css';

/** How much devices hold that a restored backup lacks, as a link to the decision; nothing once nothing waits. */
export function CopiesWait() {
  const { t } = useText();
  const { waiting } = useCopies();
  if (waiting === 0) return null;
  return (
    <section className={styles.section} aria-label={t('copies.title')}>
      <div className={styles.rows}>
        <Link to={APP_PATHS.users} hash={COPIES} className={styles.question}>
          <Icon shape={alertIcon} />
          {t('today.copies', { count: waiting })}
          <Icon shape={chevronRightIcon} />
        </Link>
      </div>
    </section>
  );
}
