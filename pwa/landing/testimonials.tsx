import { useText } from '#pwa/i18n/text-context.tsx';
import { Section } from './section.tsx';
import styles from './testimonials.module.css';

const VOICES = ['player', 'parent', 'club'] as const;

/** Three testimonials, marked as samples until the owner has real ones. */
export function Testimonials() {
  const { t } = useText();
  return (
    <Section id="testimonials" className={styles.testimonials}>
      <div className={styles.head}>
        <h2 id="testimonials-title">{t('testimonials.title')}</h2>
        <p className={styles.who}>{t('testimonials.sampleNote')}</p>
      </div>
      {VOICES.map((voice) => (
        <figure key={voice} className={styles.voice}>
          <blockquote className={styles.quote}>{t(`testimonials.items.${voice}.quote`)}</blockquote>
          <figcaption className={styles.who}>
            {`${t(`testimonials.items.${voice}.who`)} `}
            <small className={styles.sample}>{t('testimonials.sample')}</small>
          </figcaption>
        </figure>
      ))}
    </Section>
  );
}
