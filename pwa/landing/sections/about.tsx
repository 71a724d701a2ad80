import { figuresOf } from '#pwa/i18n/published-texts.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Icon, type IconShape } from '#pwa/ui/icons/icon.tsx';
import styles from './about.module.css';
import { Section } from './section.tsx';

/** The four features, each with a drawing: corner, circle, box, goal. */
const FEATURES = {
  contractNegotiation: { d: 'M3 2v19h19M3 11a10 10 0 0 1 10 10' },
  careerPlanning: { d: 'M12 2v20M5 12a7 7 0 1 0 14 0 7 7 0 1 0-14 0M12 12h.01' },
  clubRelationships: { d: 'M2 4h20M4.5 4v11h15V4M9 4v4.5h6V4M8.5 15a4.3 4.3 0 0 0 7 0' },
  personalSupport: { d: 'M2 20h20M4 20V6h16v14M8 6v14M12 6v14M16 6v14M4 10.5h16M4 15h16' },
} satisfies Record<string, IconShape>;

/** The agent in the agent's own words, a word to parents, and the four features. */
export function About() {
  const { t } = useText();
  const figures = figuresOf(t);
  return (
    <Section id="about" className={styles.about}>
      <h2 id="about-title">{t('about.title')}</h2>
      <p className={styles.text}>{t('about.text', figures)}</p>
      <p className={styles.parents}>{t('about.parents')}</p>
      <ul className={styles.features}>
        {keysOf(FEATURES).map((feature) => (
          <li key={feature} className={styles.feature}>
            <Icon shape={FEATURES[feature]} className={styles.icon} />
            <h3>{t(`about.features.${feature}.title`)}</h3>
            <p>{t(`about.features.${feature}.text`, figures)}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function keysOf<K extends string>(record: Record<K, unknown>): K[] {
  return Object.keys(record) as K[];
}
