import { useText } from '#pwa/i18n/text-context.tsx';
import { classNames } from './class-names.ts';
import styles from './spinner.module.css';

/**
 * A centre circle that turns while something is awaited, said to assistive technology by its label.
 * `page` puts it into the middle of the window (the guard's spinner, R-12).
 */
export function Spinner({ label, page = false }: { label?: string; page?: boolean }) {
  const { t } = useText();
  return (
    <div role="status" className={classNames(styles.spinner, page && styles.page)}>
      <svg viewBox="0 0 48 48" aria-hidden="true" className={styles.mark}>
        <circle cx="24" cy="24" r="20" className={styles.track} />
        <circle cx="24" cy="24" r="20" className={styles.arc} pathLength="100" />
        <circle cx="24" cy="24" r="2.5" className={styles.spot} />
      </svg>
      <span className="visually-hidden">{label ?? t('common.loading')}</span>
    </div>
  );
}
