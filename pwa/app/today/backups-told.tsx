import { Link } from '@tanstack/react-router';
import { readBackups } from '#contract/backups/backups.ts';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { useReport } from '#pwa/app/shared/use-report.ts';
import { troubleOf } from '#pwa/features/backups/backups-card.tsx';
import { useCopies } from '#pwa/features/backups/use-copies.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { chevronRightIcon } from '#pwa/ui/icons/icons.ts';
import { alertIcon } from '#pwa/ui/icons/site-icons.ts';
import styles from './today-page.module.css';

/** What is wrong with the backups, and how much devices hold that a restored one lacks, as links; nothing while all is well. */
export function BackupsTold() {
  const { t } = useText();
  const { waiting } = useCopies();
  const { value: backups } = useReport(readBackups);
  const trouble = backups && troubleOf(backups);
  const lines = [
    waiting > 0 && { hash: 'copies', text: t('today.copies', { count: waiting }) },
    trouble && { hash: 'backups', text: t(trouble.title) },
  ].filter((line) => !!line);
  if (lines.length === 0) return null;
  return (
    <section className={styles.section} aria-label={t('backups.title')}>
      <div className={styles.rows}>
        {lines.map(({ hash, text }) => (
          <Link key={hash} to={APP_PATHS.users} hash={hash} className={styles.question}>
            <Icon shape={alertIcon} />
            {text}
            <Icon shape={chevronRightIcon} />
          </Link>
        ))}
      </div>
    </section>
  );
}
