import { useText } from '#pwa/i18n/text-context.tsx';
import { publishedSite } from '#pwa/lib/published-site.ts';
import { FIGURES } from './figures.ts';
import { CentreCircle } from './pitch-motif.tsx';
import { Section } from './section.tsx';
import styles from './statistics.module.css';

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
            <Source of={figure} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Where a figure can be checked. */
function Source({ of }: { of: (typeof FIGURES)[number] }) {
  const { t } = useText();
  const href = publishedSite()?.settings[`${of}Source`];
  if (!href) return null;
  const label = t('statistics.source');
  return (
    <a
      href={href}
      rel="noopener"
      aria-label={`${label}: ${t(`statistics.${of}.label`)}`}
      className={styles.source}
    >
      {label}
    </a>
  );
}
