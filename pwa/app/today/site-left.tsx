import { Link } from '@tanstack/react-router';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { missingHere } from '#pwa/features/site/missing-here.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { chevronRightIcon, editIcon } from '#pwa/ui/icons/icons.ts';
import styles from './today-page.module.css';

/** How much the public site still lacks, as a link to the first of it; nothing once all is set. */
export function SiteLeft() {
  const { t } = useText();
  const missing = missingHere();
  const [first] = missing;
  if (!first) return null;
  return (
    <section className={styles.section} aria-label={t('navigation.ownSite')}>
      <div className={styles.rows}>
        <Link to={APP_PATHS.site} hash={first} className={styles.question}>
          <Icon shape={editIcon} />
          {t('today.site', { count: missing.length })}
          <Icon shape={chevronRightIcon} />
        </Link>
      </div>
    </section>
  );
}
