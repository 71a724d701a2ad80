import { createHash } from 'node:crypto';
import { shownLanguages } from '#contract/fields/language.ts';
import type { SiteContent } from '#contract/site.ts';

/** Settings that are filled into the built page. */
export interface PageSettings {
  siteUrl: string;
  /** Days without contact after which a phone empties its copy. */
  mirrorDays: number;
  contactPhone: string;
  contactEmail: string;
  contactLinkedin: string;
  /** In days, as the privacy page names them. */
  retentionVisits: number;
  retentionInquiries: number;
  retentionAudit: number;
}

/**
 * The owner's settings by their placeholders, e.g. `%SITE_URL%`. Published values win over the environment.
 * `%SETTINGS_REVISION%` changes with both.
 */
export function fillingsOf(
  settings: PageSettings,
  published: SiteContent | null = null,
): Map<string, string> {
  const { siteUrl, mirrorDays } = settings;
  const contactPhone = published?.settings.phone || settings.contactPhone;
  const contactEmail = published?.settings.email || settings.contactEmail;
  const contactLinkedin = published?.settings.linkedin || settings.contactLinkedin;
  const all = published ? { ...settings, published } : settings;
  const revision = createHash('sha256').update(JSON.stringify(all)).digest('hex');
  return new Map([
    ['%SITE_URL%', escapeHtml(siteUrl)],
    ['%SITE_URL_ENCODED%', encodeURIComponent(siteUrl)],
    ['%MIRROR_DAYS%', String(mirrorDays)],
    ['%CONTACT_PHONE%', escapeHtml(contactPhone)],
    ['%CONTACT_PHONE_DIGITS%', contactPhone.replace(/\D/g, '')],
    // Base64 hides the address from crawlers that collect addresses for spam.
    ['%CONTACT_MAIL_B64%', Buffer.from(contactEmail).toString('base64')],
    // In the legal pages, which have to name it: character by character, against the simplest of these crawlers.
    ['%CONTACT_MAIL_TEXT%', [...contactEmail].map((one) => `&#${one.codePointAt(0)};`).join('')],
    ['%CONTACT_LINKEDIN%', escapeHtml(contactLinkedin)],
    // For JSON inside a script element.
    [
      '%CONTACT_LINKEDIN_JSON%',
      JSON.stringify(contactLinkedin).slice(1, -1).replaceAll('<', '\\u003c'),
    ],
    ['%RETENTION_VISITS%', String(settings.retentionVisits)],
    ['%RETENTION_INQUIRIES%', String(settings.retentionInquiries)],
    ['%RETENTION_AUDIT%', String(settings.retentionAudit)],
    ['%LANGUAGES%', shownLanguages(published?.settings.hiddenLanguages).join(' ')],
    ['%SECURITY_EXPIRES%', securityExpiry()],
    ['%SETTINGS_REVISION%', revision.slice(0, 12)],
  ]);
}

/** Replaces the placeholders of a file. Returns `raw` itself when it has none. */
export function fill(raw: Buffer, fillings: ReadonlyMap<string, string>): Buffer {
  const text = raw.toString('utf8');
  const filled = text.replace(/%[A-Z0-9_]+%/g, (name) => fillings.get(name) ?? name);
  return filled === text ? raw : Buffer.from(filled);
}

/** From the start until security.txt expires, in milliseconds. RFC 9116 asks for less than a year. */
const SECURITY_HOLDS = 360 * 24 * 60 * 60_000;

/** In whole days: a restart on the same day gives the same file. */
function securityExpiry(): string {
  return `${new Date(Date.now() + SECURITY_HOLDS).toISOString().slice(0, 10)}T00:00:00Z`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
