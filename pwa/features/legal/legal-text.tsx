import { LEGAL_PAGES } from '#contract/paths/public-pages.ts';
import { LEGALLY_REQUIRED, type PublicSite } from '#contract/site.ts';
import { publicDay } from '#pwa/i18n/public-dates.ts';
import { publicPage } from '#pwa/i18n/public-page.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { infoIcon } from '#pwa/ui/icons/icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { Identity } from './identity.tsx';
import styles from './legal-text.module.css';
import type { LegalDocument } from './sections.ts';

/** The day of the last change of any of the texts; update it with every change. */
const UPDATED = '2026-11-25';
const BRACKETS = /\[[^\]]+\]/;

interface LegalTextProps {
  document: LegalDocument;
  /** What the owner has published. */
  settings: PublicSite['settings'] | undefined;
}

/**
 * A legal text with a table of contents. What the owner's settings do not name stands in brackets. It is
 * prerendered: the server fills in the periods and the e-mail address.
 */
export function LegalText({ document: { title, intro, sections }, settings }: LegalTextProps) {
  const { t, language } = useText();
  const values = {
    visits: '%RETENTION_VISITS%',
    inquiries: '%RETENTION_INQUIRIES%',
    audit: '%RETENTION_AUDIT%',
    email: '%CONTACT_MAIL_TEXT%',
    owner: settings?.legalName || t('legal.unset.legalName'),
    hosting: settings?.hosting || t('legal.unset.hosting'),
    logs: settings?.logDays || t('legal.unset.logDays'),
    authority: settings?.authority ?? '',
  };
  const shown = sections.map((section) => ({
    ...section,
    texts: section.paragraphs
      .filter((key) => key !== 'privacy.rights.authority' || settings?.authority)
      .map((key) => t(key, values)),
    items: section.items?.map((key) => t(key, values)) ?? [],
  }));
  const isComplete =
    LEGALLY_REQUIRED.every((name) => settings?.[name]) &&
    !shown.some(({ texts, items }) => [...texts, ...items].some((text) => BRACKETS.test(text)));
  return (
    <article className={styles.text}>
      <h1 className={styles.title}>{t(title)}</h1>
      <p className={styles.updated}>{t('legal.updated', { date: publicDay(language, UPDATED) })}</p>
      {!isComplete && <Notice icon={infoIcon}>{t('legal.placeholderNote')}</Notice>}
      <p className={styles.intro}>{t(intro)}</p>
      <nav aria-label={t('legal.contents')} className={styles.contents}>
        <ol>
          {shown.map((section) => (
            <li key={section.id}>
              <a href={`#${section.id}`}>{t(section.title)}</a>
            </li>
          ))}
        </ol>
      </nav>
      {shown.map(({ id, title: heading, texts, items, hasIdentity }) => (
        <section key={id} id={id} className={styles.section}>
          <h2 className={styles.heading}>{t(heading)}</h2>
          {texts.map((text) => (
            <p key={text}>{text}</p>
          ))}
          {items.length > 0 && (
            <ul>
              {items.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          )}
          {hasIdentity && <Identity settings={settings} />}
        </section>
      ))}
      <nav aria-label={t('legal.pages')} className={styles.pages}>
        <a href={publicPage('/', language)}>{t('legal.home')}</a>
        {LEGAL_PAGES.map((page) => (
          <a key={page} href={publicPage(`/${page}`, language)}>
            {t(`footer.${page}`)}
          </a>
        ))}
      </nav>
    </article>
  );
}
