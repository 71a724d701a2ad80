import { createInstance } from 'i18next';
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
import type { MailContent } from '#server/domain/reminders/send-mails.ts';

/** What the mails name. */
interface MailSettings {
  siteName: string;
  siteUrl: string;
  contactEmail: string;
  contactPhone: string;
}

/** The texts that mails are made of. Mails are plain text: no value is escaped. */
const i18n = createInstance();
void i18n.init({
  initAsync: false,
  fallbackLng: 'en',
  interpolation: { escapeValue: false },
  resources: {
    en: { mail: en, reminder: enReminder, site: enSite },
    de: { mail: de, reminder: deReminder, site: deSite },
    es: { mail: es, reminder: esReminder, site: esSite },
    fr: { mail: fr, reminder: frReminder, site: frSite },
    it: { mail: it, reminder: itReminder, site: itSite },
  },
});

/** Subject and plain text of a mail. It says nothing that a stranger has typed: the form is no way to write spam. */
export function textOf(
  content: MailContent,
  settings: MailSettings,
): { subject: string; text: string } {
  const { language, kind } = content;
  const t = i18n.getFixedT(language, 'mail');
  const { siteName, siteUrl, contactEmail, contactPhone } = settings;
  const general = { site: siteName, siteUrl, contactEmail, contactPhone };
  const values = { ...general, ...valuesOf(content, settings) };
  const [subject, text, signature] = [`${kind}.subject`, `${kind}.text`, 'signature'].map((key) =>
    t(key, values),
  );
  return { subject: subject ?? '', text: `${text}\n\n${signature}\n` };
}

function valuesOf(
  content: MailContent,
  { siteUrl }: Pick<MailSettings, 'siteUrl'>,
): Record<string, string> {
  const { language } = content;
  switch (content.kind) {
    case 'confirmation': {
      const { receivedAt, promisedAt } = content;
      const locale = LANGUAGES[language].locale.replace('_', '-');
      const date = (moment: Date) =>
        moment.toLocaleDateString(locale, { dateStyle: 'full', timeZone: 'UTC' });
      const replyBy = new Date(promisedAt.getTime() + REPLY_WITHIN);
      return { receivedOn: date(receivedAt), replyBy: date(replyBy) };
    }
    case 'address':
      return { link: addressLinkUrl(siteUrl, content.token) };
    case 'password-link':
      return { link: passwordLinkUrl(siteUrl, content.token), username: content.username };
    default:
      return {
        what: i18n.t(content.reminder, { lng: language, ns: 'reminder', count: content.count }),
        link: `${siteUrl}${pathOf(content)}`,
      };
  }
}

type ReminderContent = Extract<MailContent, { kind: 'reminder' }>;

/** The screen of due tasks. */
function pathOf({ reminder, id }: ReminderContent): string {
  if (reminder === 'account') return APP_PATHS.users;
  if (id === null) return APP_PATHS.today;
  // Only the ids of inquiries are numbers.
  return /^\d+$/.test(id) ? contactAddress(id) : applicationAddress(id);
}

/** The name of the site in a language, where none was published. */
export function siteNameIn(language: Language): string {
  return i18n.t('brand.name', { lng: language, ns: 'site' });
}
