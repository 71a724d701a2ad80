import { useText } from '#pwa/i18n/text-context.tsx';
import { CentreCircle } from './pitch-motif.tsx';
import { Section } from './section.tsx';
import styles from './statistics.module.css';

const FIGURES = ['players', 'experience', 'countries', 'contracts'] as const;

/** Four fixed figures on a halfway line. */
export function Statistics() {
  const { t } = useText();
  return (
    <Section id="statistics" tone="pitch" motif={<CentreCircle className={styles.circle} />}>
      <h2 id="statistics-title" className="visually-hidden">
        {t('statistics.title')}
      </h2>
      <ul className={styles.figures}>
        {FIGURES.map((figure) => (
          <li key={figure}>
            <b className={styles.value}>{t(`statistics.${figure}.value`)}</b>
            {` ${t(`statistics.${figure}.label`)}`}
          </li>
        ))}
      </ul>
    </Section>
  );
}
