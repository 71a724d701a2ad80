import { crc32, deflateSync } from 'node:zlib';
import type { ApplicationDraft } from '#contract/applications.ts';
import type { CampaignDraft } from '#contract/campaigns.ts';
import type { InquiryDraft } from '#contract/inquiry.ts';
import type { Reminders } from '#contract/reminders/reminders.ts';
import { NO_CONTENT, type ShownPlayer, type SiteContent } from '#contract/site.ts';
import type { PageSettings } from '#server/http/pages/page-settings.ts';

/** Complete, valid bodies of calls; a test changes the one field that it is about. */
export const anInquiry: InquiryDraft = {
  name: 'Ana Ruiz',
  email: 'ana@example.org',
  phone: '+34 600 000 001',
  inquiryType: 'player_representation',
  writtenBy: 'guardian',
  under18: 'yes',
  includeHistory: true,
  currentClub: 'CD Ejemplo',
  position: 'Left back',
  achievements: 'Cup winner 2024',
  careerGoals: 'A first division club',
  message: 'I am looking for an agent.',
  privacyPolicy: true,
  openFor: 30_000,
};

export const aDraft: ApplicationDraft = {
  playerName: 'Ana Ruiz',
  email: 'ana@example.org',
  phone: '+34 600 000 001',
  city: 'Seville',
  nationality: 'Spanish',
  secondNationality: 'Portuguese',
  dateOfBirth: '2004-02-29',
  people: 'Eva Ruiz; mother; +34 600 000 002; eva@example.org; es; Works at night',
  currentClub: 'CD Ejemplo',
  position: 'Left back',
  foot: 'left',
  heightCm: 172,
  links: 'Highlights https://video.example/ana\nhttps://profiles.example/ana',
  contractUntil: '2027-06-30',
  mandateFrom: '2026-01-15',
  mandateUntil: '2028-01-14',
  mandateExclusive: 'yes',
  mandateReportedOn: '2026-01-20',
  otherAgent: 'Otto Other',
  otherAgentUntil: '2025-12-31',
  offerConsentOn: '2024-02-01',
  agentNotes: 'Fast.',
};

export const aCampaign: CampaignDraft = {
  name: 'Gira Otoño 2026',
  description: 'Posters in the stadium',
  utmSource: 'football-agent-site',
  utmMedium: 'qr',
  utmCampaign: 'gira-2026',
  defaultLanguage: 'es',
  active: true,
};

export const someReminders: Reminders = {
  subscription: {
    endpoint: 'https://push.example/device-1',
    // A key of P-256 and 16 bytes.
    keys: {
      p256dh:
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
  },
  language: 'de',
  timeZone: 'Europe/Madrid',
  kinds: ['inquiry', 'reply', 'follow-up', 'account'],
  quietFrom: '22:00',
  quietTo: '07:00',
};

/** What is filled into the built pages. */
export const somePageSettings: PageSettings = {
  siteUrl: 'https://agency.test',
  mirrorDays: 30,
  contactPhone: '+34 600 000 000',
  contactEmail: 'office@agency.test',
  contactLinkedin: 'https://www.linkedin.com/in/a?b="c"&d=<e>',
  retentionVisits: 365,
  retentionInquiries: 365,
  retentionAudit: 365,
};

/** What the legal pages have to name. */
export const aLegalIdentity = {
  legalName: 'Vega Sports S.L.',
  address: 'Calle Betis 1, 41010 Sevilla, España',
  taxId: 'B12345678',
  licence: '202412345',
  hosting: 'Hosting S.A., España',
  logDays: '14',
};

export const aPlayer: ShownPlayer = {
  id: '019d3f3c-6a52-7c3e-9d1a-3f1f5a2f7b10',
  applicationId: null,
  name: 'Ana Ruiz',
  club: 'CD Ejemplo',
  lines: { de: 'Linke Verteidigerin' },
  picture: null,
  consentBy: 'Ana Ruiz',
  consentOn: '2026-11-28',
  hidden: false,
};

export const aSite: SiteContent = {
  settings: {
    ...NO_CONTENT.settings,
    name: 'Lucía Vega',
    city: 'Sevilla',
    phone: '+34 611 222 333',
    email: 'lucia@vega.example',
    linkedin: 'https://www.linkedin.com/in/lucia-vega',
  },
  texts: { en: { 'hero.title': 'A new headline' }, de: { 'hero.title': 'Neue Überschrift' } },
};

/** A grey JPEG of 4 x 5 pixels, and a WebP of the same size. */
export const aPortrait = {
  jpeg: Buffer.from(
    [
      `ffd8 ffdb004300${'01'.repeat(64)} ffc0000b080005000401011100`,
      `ffc400140001${'00'.repeat(16)} ffc400141001${'00'.repeat(16)} ffda0008010100003f00 3f ffd9`,
    ]
      .join('')
      .replaceAll(' ', ''),
    'hex',
  ).toString('base64'),
  webp: Buffer.concat([
    Buffer.from('RIFF\x24\0\0\0WEBPVP8 \x18\0\0\0', 'latin1'),
    Buffer.from('3001009d012a0400050007409625a400037000feef600000', 'hex'),
  ]).toString('base64'),
};

/** A chunk of a PNG. */
export function pngChunk(kind: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(kind), content]);
  const number = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  return Buffer.concat([number(content.length), named, number(crc32(named))]);
}

/** A transparent PNG, with further chunks in it. */
export function aPng(width: number, height = width, more: readonly Buffer[] = []): string {
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 0]);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', head),
    ...more,
    pngChunk('IDAT', deflateSync(Buffer.alloc(height * (1 + 4 * width)))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]).toString('base64');
}

export const aMark = { icon: aPng(8), tile: aPng(4) };
