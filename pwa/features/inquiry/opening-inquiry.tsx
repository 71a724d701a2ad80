import { useText } from '#pwa/i18n/text-context.tsx';
import { Spinner } from '#pwa/ui/spinner.tsx';
import styles from './sent-inquiry-view.module.css';

/** The private link's page until its inquiry is there. Its document begins with it, too. */
export function OpeningInquiry() {
  const { t } = useText();
  const label = t('sentInquiry.opening');
  return (
    <div className={styles.opening}>
      <Spinner label={label} />
      <p aria-hidden="true">{label}</p>
    </div>
  );
}
