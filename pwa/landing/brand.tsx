import { useText } from '#pwa/i18n/text-context.tsx';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { pitchIcon } from '#pwa/ui/icons/site-icons.ts';
import styles from './brand.module.css';

/** The agency's mark and name. */
export function Brand() {
  const { t } = useText();
  return (
    <span className={styles.brand}>
      <Icon shape={pitchIcon} className={styles.mark} />
      <span>{t('brand.name')}</span>
    </span>
  );
}
