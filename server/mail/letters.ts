import { LANGUAGES, type Language } from '#contract/vocabulary.ts';
import de from '#pwa/i18n/locales/de/mail.json';
import deSite from '#pwa/i18n/locales/de/site.json';
import en from '#pwa/i18n/locales/en/mail.json';
import enSite from '#pwa/i18n/locales/en/site.json';
import es from '#pwa/i18n/locales/es/mail.json';
import esSite from '#pwa/i18n/locales/es/site.json';
import fr from '#pwa/i18n/locales/fr/mail.json';
import frSite from '#pwa/i18n/locales/fr/site.json';
import it from '#pwa/i18n/locales/it/mail.json';
import itSite from '#pwa/i18n/locales/it/site.json';
import type { Letter } from '#server/domain/send-mails.ts';

/** What the letters name. */
export interface LetterSettings {
  siteUrl: string;
  contactEmail: string;
  contactPhone: string;
}

const TEXTS: Record<Language, typeof en> = { en, de, es, fr, it };
const SITE_TEXTS = { en: enSite, de: deSite, es: esSite, fr: frSite, it: itSite };
/** The page promises a reply within 48 hours. */
const REPLY_WITHIN = 48 * 60 * 60_000;

/** Subject and plain text of a letter. It says nothing that a stranger has typed: the form is no way to write spam. */
export function textOf(
  { kind, language, receivedAt }: Letter,
  { siteUrl, contactEmail, contactPhone }: LetterSettings,
): { subject: string; text: string } {
  const { signature, [kind]: letter } = TEXTS[language];
  const locale = LANGUAGES[language].locale.replace('_', '-');
  const date = (moment: Date) =>
    moment.toLocaleDateString(locale, { dateStyle: 'full', timeZone: 'UTC' });
  const values: Record<string, string> = {
    site: siteNameIn(language),
    siteUrl,
    contactEmail,
    contactPhone,
    receivedOn: date(receivedAt),
    replyBy: date(new Date(receivedAt.getTime() + REPLY_WITHIN)),
  };
  const fill = (text: string) =>
    text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
  return { subject: fill(letter.subject), text: fill(`${letter.text}\n\n${signature}\n`) };
}

/** The name of the site in a language. */
export function siteNameIn(language: Language): string {
  return SITE_TEXTS[language].brand.name;
}
