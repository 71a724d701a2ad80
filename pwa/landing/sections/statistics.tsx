import { FIGURES } from '#pwa/i18n/published-texts.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { publishedSite } from '#pwa/lib/published-site.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { Section } from './section.tsx';
import styles from './statistics.module.css';

/** The countries that the map marks while the owner has chosen none and tells no other number. */
const MARKED = '12';

/** Four figures beside a map of the countries. */
export function Statistics() {
  const { t } = useText();
  const marks = publishedSite()?.settings.mapMarks;
  const isOwn = marks || t('statistics.countries.value') !== MARKED;
  return (
    <Section id="statistics" tone="pitch" className={classNames(styles.onMap, isOwn && styles.own)}>
      {marks && (
        <svg
          aria-hidden="true"
          className={styles.marks}
          viewBox="0 0 600 560"
          preserveAspectRatio="xMidYMid slice"
        >
          <path d={marks} />
        </svg>
      )}
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
