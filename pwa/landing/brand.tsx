import { useText } from '#pwa/i18n/text-context.tsx';
import { Mark } from '#pwa/ui/icons/mark.tsx';
import styles from './brand.module.css';

/** The agency's mark and name. */
export function Brand() {
  const { t } = useText();
  return (
    <span className={styles.brand}>
      <Mark className={styles.mark} />
      <span>{t('brand.name')}</span>
    </span>
  );
}
