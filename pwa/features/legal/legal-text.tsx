import type { ReactNode } from 'react';
import { LEGAL_PAGES } from '#contract/paths/public-pages.ts';
import {
  LEGALLY_REQUIRED,
  type PublicSite,
  responsibleIn,
  type SiteField,
} from '#contract/site.ts';
import { placeIn } from '#contract/values/countries.ts';
import { publicDay } from '#pwa/i18n/public-dates.ts';
import { publicPage } from '#pwa/i18n/public-page.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { siteSettings } from '#pwa/lib/site-settings.ts';
import { infoIcon } from '#pwa/ui/icons/icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import styles from './legal-text.module.css';
import type { LegalDocument } from './sections.ts';

/** The day of the last change of any of the shipped texts; update it with every change. */
const UPDATED = '2026-11-30';
const BRACKETS = /\[[^\]]+\]/;

interface LegalTextProps {
  document: LegalDocument;
  /** What the owner has published. */
  settings: PublicSite['settings'] | undefined;
  /** The day of the owner's last change of a legal page, `2026-11-23`. */
  changed: string | undefined;
}

/**
 * A legal text with a table of contents. What the owner's settings do not name stands in brackets. It is
 * prerendered: the server fills in the periods and the e-mail address.
 */
export function LegalText({ document, settings, changed = '' }: LegalTextProps) {
  const { t, language } = useText();
  const { title, intro, sections } = document;
  const day = changed > UPDATED ? changed : UPDATED;
  const responsible = responsibleIn(settings);
  const values = {
    visits: '%RETENTION_VISITS%',
    inquiries: '%RETENTION_INQUIRIES%',
    audit: '%RETENTION_AUDIT%',
    email: '%CONTACT_MAIL_TEXT%',
    owner: settings?.[responsible] || t(`legal.unset.${responsible}`),
    hosting: placeIn(settings?.hosting ?? '', language) || t('legal.unset.hosting'),
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
      <p className={styles.updated}>{t('legal.updated', { date: publicDay(language, day) })}</p>
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

const FACTS = [
  'legalName',
  'representative',
  'address',
  'email',
  'phone',
  'taxId',
  'register',
  'licence',
] as const satisfies readonly SiteField[];
const MAIL = '%CONTACT_MAIL_TEXT%';

/** Who runs the site. What the law asks for stands in brackets until it is set; the rest is left out. */
function Identity({ settings }: { settings: PublicSite['settings'] | undefined }) {
  const { t, language } = useText();
  const { phone, phoneDigits } = siteSettings();

  function said(fact: (typeof FACTS)[number]): ReactNode {
    if (fact === 'email') return <a href={`mailto:${MAIL}`}>{MAIL}</a>;
    if (fact === 'phone') return <a href={`tel:+${phoneDigits}`}>{phone}</a>;
    const set = settings?.[fact] ?? '';
    const text =
      (fact === 'address' ? placeIn(set, language) : set) ||
      (isRequired(fact) ? t(`legal.unset.${fact}`) : '');
    const link = fact === 'licence' && text ? settings?.licenceLink : '';
    return link ? <a href={link}>{text}</a> : text;
  }

  return (
    <dl className={styles.identity}>
      {FACTS.map((fact) => ({ fact, text: said(fact) }))
        .filter(({ text }) => text !== '')
        .map(({ fact, text }) => (
          <div key={fact}>
            <dt>{t(`legal.identity.${fact}`)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
    </dl>
  );
}

type Required = (typeof LEGALLY_REQUIRED)[number];

function isRequired(fact: SiteField): fact is Required {
  return (LEGALLY_REQUIRED as readonly SiteField[]).includes(fact);
}
