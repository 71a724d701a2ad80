import { publicPage } from '#pwa/i18n/public-page.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { formatDate } from '#pwa/lib/dates.ts';
import { infoIcon } from '#pwa/ui/icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import styles from './legal-text.module.css';
import type { LegalDocument } from './sections.ts';

/** The day of the last change of either text; update it with every change. */
const UPDATED = '2026-11-22';

interface LegalTextProps {
  document: LegalDocument;
  /** What the paragraphs name, such as the periods of the server. */
  values?: Readonly<Record<string, string>>;
}

/** A legal text with a table of contents; the owner fills in the passages in brackets. */
export function LegalText({ document: { title, intro, sections }, values = {} }: LegalTextProps) {
  const { t, language } = useText();
  const paragraphs = sections.flatMap((section) => section.paragraphs);
  const isComplete = paragraphs.every((paragraph) => !/\[[^\]]+\]/.test(t(paragraph)));
  return (
    <article className={styles.text}>
      <h1 className={styles.title}>{t(title)}</h1>
      <p className={styles.updated}>{t('legal.updated', { date: formatDate(UPDATED) })}</p>
      {!isComplete && <Notice icon={infoIcon}>{t('legal.placeholderNote')}</Notice>}
      <p className={styles.intro}>{t(intro)}</p>
      <nav aria-label={t('legal.contents')} className={styles.contents}>
        <ol>
          {sections.map((section) => (
            <li key={section.id}>
              <a href={`#${section.id}`}>{t(section.title)}</a>
            </li>
          ))}
        </ol>
      </nav>
      {sections.map(({ id, title: heading, paragraphs }) => (
        <section key={id} id={id} className={styles.section}>
          <h2 className={styles.heading}>{t(heading)}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{t(paragraph, values)}</p>
          ))}
        </section>
      ))}
      <p>
        <a href={publicPage('/', language)}>{t('legal.home')}</a>
      </p>
    </article>
  );
}
