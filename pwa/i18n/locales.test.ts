import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import {
  DEFAULT_LANGUAGE,
  INQUIRY_TYPES,
  LANGUAGE_CODES,
  type Language,
  STATUSES,
} from '#contract/fields/vocabulary.ts';
import { PROBLEMS } from '#contract/problems.ts';
import { shippedTexts } from './all-texts.ts';
import { languageName } from './language-names.ts';
import { figuresOf } from './published-texts.ts';
import { reminderTexts } from './reminder-texts.ts';
import { retryTexts } from './retry-texts.ts';
import { partTexts, sectionTexts } from './section-texts.ts';
import { shippedSiteTexts } from './site-texts.ts';
import type { Translate } from './text-context.tsx';
import type { Texts } from './text-key.ts';
import { translate } from './translate.ts';

const PLURAL = /_(zero|one|two|few|many|other)$/;
const PLURAL_LEAF = /^(.+)_(zero|one|two|few|many|other)$/;

const leaves = new Map<Language, Map<string, string>>();
for (const language of LANGUAGE_CODES) {
  const texts = { ...(await shippedTexts(language)), retryScreen: retryTexts(language) };
  Object.assign(texts, { reminder: reminderTexts(language), mail: await mailTexts(language) });
  Object.assign(texts, { sections: sectionTexts(language), parts: partTexts(language) });
  leaves.set(language, leavesOf(texts));
}

const english = leavesIn('en');
const plurals = new Set(
  [...english.keys()].filter((key) => key.endsWith('_other')).map((key) => key.replace(PLURAL, '')),
);

for (const language of LANGUAGE_CODES) {
  const texts = leavesIn(language);

  test(`L-22 I-07 ${language} has every text, and none that English lacks`, () => {
    const base = (all: Map<string, string>) => [...new Set([...all.keys()].map(withoutPlural))];
    expect(base(texts).sort()).toEqual(base(english).sort());
  });

  test(`${language} has exactly the plural forms that its grammar needs`, () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const key of plurals) {
      const found = [...texts.keys()].filter((leaf) => PLURAL_LEAF.exec(leaf)?.[1] === key);
      expect(found.sort(), key).toEqual(forms.map((form) => `${key}_${form}`).sort());
    }
  });

  test(`${language} keeps every placeholder and every link`, () => {
    for (const [key, text] of texts) {
      const model = english.get(key) ?? english.get(`${withoutPlural(key)}_other`) ?? '';
      // A language says a figure in words where English has its digits.
      const alike = text.replace('{{overYears}} ', key === 'hero.badge' ? '{{years}} ' : '$&');
      expect(placeholdersOf(alike), key).toEqual(placeholdersOf(model));
      expect(text.split('[').length, key).toBe(model.split('[').length);
    }
  });

  test(`${language} has no empty text and none with loose blanks`, () => {
    for (const [key, text] of texts) {
      expect(text, key).toBe(text.trim());
      expect(text, key).not.toBe('');
    }
  });

  test(`${language} has no label that breaks a button of a narrow phone`, () => {
    for (const key of BUTTONS) expect(texts.get(key)?.length, key).toBeLessThanOrEqual(28);
  });
}

test('the three files of a language have no group in common', async () => {
  const [site, office, legal] = await Promise.all([
    import('./locales/en/site.json'),
    import('./locales/en/office.json'),
    import('./locales/en/legal.json'),
  ]);
  const groups = [site, office, legal].flatMap((file) => Object.entries<object>(file.default));
  expect(groups).toHaveLength(new Set(groups.map(([name]) => name)).size);
  const untitled = groups.filter(([, texts]) => !('title' in texts)).map(([name]) => name);
  const named = Object.keys(sectionTexts('en'));
  expect(named, 'a group without a `title` has a name in sections.json').toEqual(
    expect.arrayContaining(untitled),
  );
  expect(groups.map(([name]) => name)).toEqual(expect.arrayContaining(named));
});

test('I-05 no language repeats the English sentences', () => {
  for (const language of LANGUAGE_CODES.filter((one) => one !== DEFAULT_LANGUAGE)) {
    for (const [key, text] of leavesIn(language)) {
      if (text.split(/[^\d+] /).length > 3)
        expect(text, `${language} ${key}`).not.toBe(english.get(key));
    }
  }
});

test('Q-36 every refusal of the contract has a text', () => {
  for (const code of Object.keys(PROBLEMS)) expect(english.has(`problem.${code}`), code).toBe(true);
});

test('E-05 F-03 every status, inquiry type and language of the contract has a name', () => {
  const keys = [
    ...STATUSES.map((status) => `status.${status}`),
    ...INQUIRY_TYPES.map((type) => `inquiryType.${type}`),
  ];
  for (const key of keys) expect(english.has(key), key).toBe(true);
  for (const language of LANGUAGE_CODES) expect(languageName(language, 'en')).not.toBe(language);
});

test.each<[shownIn: Language, names: string]>([
  ['en', 'English German Spanish French Italian'],
  ['de', 'Englisch Deutsch Spanisch Französisch Italienisch'],
  ['es', 'Inglés Alemán Español Francés Italiano'],
  ['fr', 'Anglais Allemand Espagnol Français Italien'],
  ['it', 'Inglese Tedesco Spagnolo Francese Italiano'],
])('H-12 the names of the languages in %s are %s', (shownIn, names) => {
  const first = ['en', 'de', 'es', 'fr', 'it'] as const;
  expect(first.map((code) => languageName(code, shownIn)).join(' ')).toBe(names);
});

test('every folder of texts is a language of the contract', () => {
  const folders = readdirSync(resolve(import.meta.dirname, 'locales'));
  expect(folders.sort()).toEqual([...LANGUAGE_CODES].sort());
});

test.each<[ids: string, key: string, text: string]>([
  ['H-03', 'header.about', 'About'],
  ['H-03', 'header.services', 'Services'],
  ['H-03', 'header.testimonials', 'Testimonials'],
  ['H-03', 'header.contact', 'Contact'],
  ['L-01', 'meta.title', 'Football Agent & Player Recruitment'],
  ['L-05', 'hero.contact', 'Get in Touch'],
  ['L-06', 'about.features.contractNegotiation.title', 'Contract negotiation'],
  ['L-06', 'about.features.careerPlanning.title', 'Career planning'],
  ['L-06', 'about.features.clubRelationships.title', 'Club relationships'],
  ['L-06', 'about.features.personalSupport.title', 'Personal support'],
  ['L-07', 'services.items.contractNegotiation.title', 'Contract negotiation'],
  ['L-07', 'services.items.talentScouting.title', 'Talent scouting'],
  ['L-07', 'services.items.careerDevelopment.title', 'Career development'],
  ['L-07', 'services.items.internationalTransfers.title', 'International transfers'],
  ['L-07', 'services.items.imageManagement.title', 'Image and PR management'],
  ['L-07', 'services.items.financialPlanning.title', 'Financial planning'],
  ['L-08', 'statistics.players.value', '100+'],
  ['L-08', 'statistics.players.label', 'players represented'],
  ['L-08', 'statistics.experience.value', '15+'],
  ['L-08', 'statistics.experience.label', 'years experience'],
  ['L-08', 'statistics.countries.value', '12'],
  ['L-08', 'statistics.countries.label', 'European countries'],
  ['L-08', 'statistics.contracts.value', '€50M+'],
  ['L-08', 'statistics.contracts.label', 'in negotiated contracts'],
  ['L-12', 'contact.location.place', 'Madrid, Spain'],
  ['S-02', 'share.linkedin', 'LinkedIn'],
  ['S-02 Q-38', 'share.twitter', 'Twitter'],
  ['S-02', 'share.facebook', 'Facebook'],
  ['S-04', 'share.copied', 'Link Copied'],
  ['R-11', 'notFound.title', '404 Page Not Found'],
  ['R-11', 'notFound.text', 'Did you forget to add the page to the router?'],
  ['R-14', 'accessDenied.title', 'Access Denied'],
  ['R-14', 'accessDenied.description', "You don't have permission to access this area."],
  ['F-07', 'contact.form.errors.name', 'Name must be at least 2 characters.'],
  ['F-08', 'contact.form.errors.email', 'Please enter a valid email address.'],
  ['F-09', 'contact.form.errors.inquiryType', 'Please select an inquiry type.'],
  ['F-10', 'contact.form.errors.message', 'Message must be at least 10 characters.'],
  ['F-11', 'contact.form.errors.privacyPolicy', 'You must agree to the privacy policy.'],
  ['F-14', 'contact.form.sending', 'Sending...'],
  ['F-18', 'contact.success.title', 'Message Sent Successfully'],
  ['F-19', 'contact.error.title', 'Error Sending Message'],
  [
    'F-19',
    'contact.error.description',
    'There was a problem sending your message. Please try again later.',
  ],
  ['A-08', 'auth.form.usernameRequired', 'Username is required (min 2 characters)'],
  ['A-09', 'auth.form.passwordMinLength', 'Password must be at least 6 characters'],
  ['A-10', 'auth.form.emailInvalid', 'Please enter a valid email address'],
  ['A-13', 'auth.login.success', 'Login Successful'],
  ['A-14', 'auth.login.error', 'Login Failed'],
  ['A-14', 'auth.login.genericError', 'Invalid username or password.'],
  ['A-16', 'auth.register.success', 'Registration Successful'],
  ['A-16', 'auth.register.successDescription', 'Your account has been created'],
  ['A-17', 'auth.register.error', 'Registration Failed'],
  ['A-17', 'auth.register.errorDescription', 'There was a problem creating your account.'],
  ['P-03', 'applicationDetail.notFound.title', 'Application Not Found'],
  ['P-08', 'applicationDetail.history.changedFrom', 'changed from {{status}}'],
  ['P-17', 'applicationDetail.statusUpdate.success', 'Status Updated'],
  [
    'P-17',
    'applicationDetail.statusUpdate.successDescription',
    'The application status has been successfully updated.',
  ],
  ['P-18', 'applicationDetail.statusUpdate.error', 'Update Failed'],
  ['Q-12', 'applicationDetail.history.origin', 'Created from inquiry on {{date}}'],
  ['Q-42', 'applicationDetail.notHere.text', 'Not on this phone yet. Connect once to load it.'],
  ['T-06', 'translations.save', 'Save Changes'],
  ['T-06', 'translations.saving', 'Saving...'],
  ['T-10', 'translations.savedTitle', 'Translations saved'],
  ['T-10', 'translations.savedDescription', 'Successfully updated translations for {{language}}.'],
  ['T-11', 'translations.loadErrorTitle', 'Error loading translations'],
  [
    'T-11',
    'translations.loadErrorDescription',
    'Could not load translations for the selected language.',
  ],
  ['Q-10', 'translations.ribbon.text', 'Unsaved text preview: only this browser, until reload'],
  ['C-03', 'campaigns.loadError.title', 'Error Loading Campaigns'],
  [
    'C-03',
    'campaigns.loadError.description',
    'There was an error loading your campaigns. Please try refreshing the page.',
  ],
  ['C-03', 'campaigns.loadError.refresh', 'Refresh'],
  ['C-05', 'campaigns.card.inactive', 'Inactive'],
  ['C-08', 'campaigns.delete.title', 'Are you sure you want to delete this campaign?'],
  ['C-15', 'campaigns.created.title', 'Campaign created'],
  ['C-15', 'campaigns.created.description', 'Your campaign has been successfully created.'],
  ['C-15', 'campaigns.updated.title', 'Campaign updated'],
  ['C-15', 'campaigns.updated.description', 'Your campaign has been successfully updated.'],
  ['C-15', 'campaigns.deleted.title', 'Campaign deleted'],
  ['C-15', 'campaigns.deleted.description', 'Your campaign has been successfully deleted.'],
  ['C-16', 'campaigns.error', 'Error'],
  ['C-16 Q-14', 'campaigns.failed.create', 'Failed to create campaign: {{message}}'],
  ['C-16 Q-14', 'campaigns.failed.update', 'Failed to update campaign: {{message}}'],
  ['C-16 Q-14', 'campaigns.failed.delete', 'Failed to delete campaign: {{message}}'],
  ['C-19', 'campaigns.qr.copied', 'Copied!'],
  ['C-20', 'campaigns.qr.totalVisits', 'Total Visits'],
  ['C-20', 'campaigns.qr.createdOn', 'Created On'],
  ['W-14', 'contact.waiting.title', 'Saved on this phone'],
  ['W-14', 'contact.waiting.saved', 'It will be sent when there is a signal.'],
  ['W-20', 'sync.offlineWaiting', 'Offline. Changes are saved on this phone ({{count}}).'],
  ['W-20', 'sync.sending', 'Sending {{at}} of {{of}}'],
  ['W-13', 'sync.signIn_other', 'Sign in to send {{count}} changes'],
  ['W-06', 'sync.row.not-sent', 'Not sent yet'],
  ['W-06', 'sync.saved', 'Saved on this phone. Will be sent when you are online.'],
])('%s %s is exactly "%s"', (_ids, key, text) => {
  expect(english.get(key)).toBe(text);
});

test('L-04 L-10 the English page says what the specification fixes, with the figures of the build', async () => {
  const siteTexts = await shippedSiteTexts('en');
  const t: Translate = (key, values) => translate(siteTexts, undefined, 'en', key, values);
  const about = t('about.text', figuresOf(t));
  expect(t('hero.badge', figuresOf(t))).toBe('15+ Years Industry Experience');
  expect(about).toContain('over 15 years');
  expect(about).toContain('more than 100 players');
  expect(about).toContain('Madrid, Spain');
  expect(about).toContain('across Europe');
  expect(english.get('contact.text')).toContain('within 48 hours');
  expect(english.get('contact.location.travel')).toBe('Frequent travel across Europe');
});

const BUTTONS = [
  'common.cancel',
  'common.retry',
  'header.login',
  'header.logout',
  'hero.contact',
  'hero.services',
  'callToAction.button',
  'contact.email.reveal',
  'contact.phone.call',
  'contact.form.submit',
  'contact.form.sending',
  'contacts.convert',
  'contacts.club.confirm',
  'contactDetail.convert',
  'applications.new',
  'applicationDetail.statusUpdate.submit',
  'applicationForm.create',
  'applicationForm.save',
  'auth.login.submit',
  'auth.register.submit',
  'campaigns.delete.deactivate',
  'campaigns.form.create',
  'logout.sendNow',
  'logout.keep',
  'logout.discard',
  'sync.conflict.keepMine',
  'sync.conflict.takeTheirs',
  'sync.refusal.retry',
  'sync.refusal.discard',
  'translations.save',
  'translations.ribbon.export',
];

/** The server reads them (server/mail/mail-texts.ts). */
async function mailTexts(language: Language): Promise<Texts> {
  return (await import(`./locales/${language}/mail.json`)).default;
}

function leavesIn(language: Language): Map<string, string> {
  return leaves.get(language) ?? new Map();
}

function leavesOf(texts: Texts, path = ''): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[path + key, value] as const]
        : [...leavesOf(value, `${path}${key}.`)],
    ),
  );
}

/** Plural forms count as one text; `player_representation` and its like are no plurals. */
function withoutPlural(key: string): string {
  const base = key.replace(PLURAL, '');
  return plurals.has(base) ? base : key;
}

function placeholdersOf(text: string): string[] {
  return [...new Set(text.match(/\{\{\w+\}\}/g))].sort();
}

test('a French sign of two parts begins no line: a space that does not break stands beside it', () => {
  const wrong = / [;:?!»]|« |[\p{L}\d}][;?!»]|[\p{L}}]:(?!\/)|«[\p{L}\d{]/u;
  expect([...leavesIn('fr')].filter(([, text]) => wrong.test(text))).toEqual([]);
});

test('a text that leaves off ends with one sign; the English of the specification has three dots', () => {
  const others = LANGUAGE_CODES.filter((language) => language !== 'en');
  const dots = others.flatMap((language) => [...leavesIn(language)]);
  expect(dots.filter(([, text]) => text.includes('...'))).toEqual([]);
});

test.each(LANGUAGE_CODES)(
  '%s calls a new inquiry the same in the list and in the record',
  (language) => {
    const texts = leavesIn(language);
    expect(texts.get('contactStatus.new')).toBe(texts.get('contactState.new'));
  },
);

test('no screen puts a colon between two texts: French has a space before it', () => {
  const screens = readdirSync('pwa', { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(app|features)\/.*\.tsx$/.test(file) && !file.includes('.test.'))
    .flatMap((file) => readFileSync(`pwa/${file}`, 'utf8').split('\n'));
  const joined = /\$\{t\(.*\)\}: \$\{|join\(': '\)/;
  const seen = screens.filter((line) => joined.test(line) && !line.includes('aria-label'));
  expect(seen).toEqual([]);
});

test.each([
  ['de', 'Eintrag', /Datens(atz|ätze)/],
  ['es', 'ficha', /registros? (están? aquí|actualizado|que ya)/],
  ['fr', 'fiche', /dossiers?\b(?! des sauvegardes)/i],
] as const)('in %s a record has one name: %s', (language, _, other) => {
  const texts = ['office', 'sections', 'legal'].map((file) =>
    readFileSync(`pwa/i18n/locales/${language}/${file}.json`, 'utf8'),
  );
  expect(texts.join('').match(other)?.[0]).toBeUndefined();
});
