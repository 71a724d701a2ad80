import { useText } from '#pwa/i18n/text-context.tsx';
import { ButtonLink } from '#pwa/ui/button-link.tsx';
import styles from './call-to-action.module.css';
import { Corner } from './pitch-motif.tsx';
import { Section } from './section.tsx';

/** The band with a link to the form. */
export function CallToAction() {
  const { t } = useText();
  return (
    <Section
      id="call-to-action"
      tone="leather"
      className={styles.band}
      motif={<Corner className={styles.corner} />}
    >
      <h2 id="call-to-action-title" className={styles.title}>
        {t('callToAction.title')}
      </h2>
      <p className={styles.text}>{t('callToAction.text')}</p>
      <ButtonLink href="#contact" size="large" className={styles.button}>
        {t('callToAction.button')}
      </ButtonLink>
    </Section>
  );
}
