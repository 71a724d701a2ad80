import { REPLY_WITHIN } from '#contract/fields/inquiry-fields.ts';
import { LANGUAGES, type Language } from '#contract/fields/vocabulary.ts';
import {
  APP_PATHS,
  addressLinkUrl,
  applicationAddress,
  contactAddress,
  passwordLinkUrl,
} from '#contract/paths/app-paths.ts';
import de from '#pwa/i18n/locales/de/mail.json';
import deReminder from '#pwa/i18n/locales/de/reminder.json';
import deSite from '#pwa/i18n/locales/de/site.json';
import en from '#pwa/i18n/locales/en/mail.json';
import enReminder from '#pwa/i18n/locales/en/reminder.json';
import enSite from '#pwa/i18n/locales/en/site.json';
import es from '#pwa/i18n/locales/es/mail.json';
import esReminder from '#pwa/i18n/locales/es/reminder.json';
import esSite from '#pwa/i18n/locales/es/site.json';
import fr from '#pwa/i18n/locales/fr/mail.json';
import frReminder from '#pwa/i18n/locales/fr/reminder.json';
import frSite from '#pwa/i18n/locales/fr/site.json';
import it from '#pwa/i18n/locales/it/mail.json';
import itReminder from '#pwa/i18n/locales/it/reminder.json';
import itSite from '#pwa/i18n/locales/it/site.json';
import type { Letter } from '#server/domain/reminders/send-mails.ts';

/** What the letters name. */
interface LetterSettings {
  siteName: string;
  siteUrl: string;
  contactEmail: string;
  contactPhone: string;
}

const TEXTS: Record<Language, typeof en> = { en, de, es, fr, it };
const SITE_TEXTS = { en: enSite, de: deSite, es: esSite, fr: frSite, it: itSite };
const REMINDER_TEXTS: Record<Language, Record<string, string>> = {
  en: enReminder,
  de: deReminder,
  es: esReminder,
  fr: frReminder,
  it: itReminder,
};
/** Subject and plain text of a letter. It says nothing that a stranger has typed: the form is no way to write spam. */
export function textOf(
  letter: Letter,
  settings: LetterSettings,
): { subject: string; text: string } {
  const { language, kind } = letter;
  const { signature, [kind]: words } = TEXTS[language];
  const { siteName, siteUrl, contactEmail, contactPhone } = settings;
  const general = { site: siteName, siteUrl, contactEmail, contactPhone };
  const values: Record<string, string> = { ...general, ...valuesOf(letter, settings) };
  const fill = (text: string) =>
    text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
  return { subject: fill(words.subject), text: fill(`${words.text}\n\n${signature}\n`) };
}

function valuesOf(
  letter: Letter,
  { siteUrl }: Pick<LetterSettings, 'siteUrl'>,
): Record<string, string> {
  const { language } = letter;
  switch (letter.kind) {
    case 'confirmation': {
      const { receivedAt } = letter;
      const locale = LANGUAGES[language].locale.replace('_', '-');
      const date = (moment: Date) =>
        moment.toLocaleDateString(locale, { dateStyle: 'full', timeZone: 'UTC' });
      const replyBy = new Date(receivedAt.getTime() + REPLY_WITHIN);
      return { receivedOn: date(receivedAt), replyBy: date(replyBy) };
    }
    case 'address':
      return { link: addressLinkUrl(siteUrl, letter.token) };
    case 'password-link':
      return { link: passwordLinkUrl(siteUrl, letter.token), username: letter.username };
    default:
      return { what: reminderText(letter), link: `${siteUrl}${pathOf(letter)}` };
  }
}

type ReminderLetter = Extract<Letter, { kind: 'reminder' }>;

function reminderText({ language, reminder, count }: ReminderLetter): string {
  const form = new Intl.PluralRules(language).select(count);
  const text = REMINDER_TEXTS[language][`${reminder}_${form}`] ?? '';
  return text.replace('{{count}}', String(count));
}

/** The screen of due tasks. */
function pathOf({ reminder, id }: ReminderLetter): string {
  if (reminder === 'account') return APP_PATHS.users;
  if (id === null) return APP_PATHS.today;
  return reminder === 'follow-up' ? applicationAddress(id) : contactAddress(id);
}

/** The name of the site in a language, where none was published. */
export function siteNameIn(language: Language): string {
  return SITE_TEXTS[language].brand.name;
}
