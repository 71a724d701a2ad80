import { useText } from '#pwa/i18n/text-context.tsx';
import { CentreCircle } from './pitch-motif.tsx';
import { Section } from './section.tsx';
import styles from './statistics.module.css';

const FIGURES = ['players', 'experience', 'countries', 'contracts'] as const;
/** The countries of the map, which is drawn only where the figure says the same. */
const MAPPED = '12';

/** Four figures beside a map of the countries; on a halfway line if there are more or fewer of them. */
export function Statistics() {
  const { t } = useText();
  const hasMap = t('statistics.countries.value') === MAPPED;
  return (
    <Section
      id="statistics"
      tone="pitch"
      className={hasMap ? styles.onMap : undefined}
      motif={hasMap ? undefined : <CentreCircle className={styles.circle} />}
    >
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
