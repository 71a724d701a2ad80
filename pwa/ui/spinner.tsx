import { useText } from '#pwa/i18n/text-context.tsx';
import { classNames } from './class-names.ts';
import styles from './spinner.module.css';

/** A turning centre circle, announced by its label. `page` centres it in the window. */
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
