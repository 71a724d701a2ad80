import styles from '#pwa/features/applications/status/status-form.module.css';
import { useText } from '#pwa/i18n/text-context.tsx';

/** What FIFA asks of agents of minors, with source and date: a reminder, no legal advice. */
export function FifaRules() {
  const { t } = useText();
  return (
    <details className={styles.rules}>
      <summary>{t('minor.rules.title')}</summary>
      <ul>
        <li>{t('minor.rules.approach')}</li>
        <li>{t('minor.rules.course')}</li>
        <li>{t('minor.rules.agreement')}</li>
        <li>{t('minor.rules.transfer')}</li>
      </ul>
      <p>{t('minor.rules.source')}</p>
    </details>
  );
}
