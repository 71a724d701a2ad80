import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LANGUAGE_CODES, type Language } from '#contract/fields/vocabulary.ts';
import * as backups from '#pwa/features/backups/backups-card.tsx';
import * as dates from '#pwa/lib/time/dates.ts';
import * as numbers from './format-number.ts';
import * as names from './language-names.ts';
import * as publicDates from './public-dates.ts';

const AT = '2026-03-02T18:05:00.000Z';
const MODULES = { ...dates, ...publicDates, ...numbers, ...names, ...backups };

/** What each formatter writes in English, German, Spanish, French and Italian. */
const FORMATS: [keyof typeof MODULES, (language: Language) => string, string[]][] = [
  ['formatDay', () => dates.formatDay(AT), Array(5).fill('Mar 2, 2026')],
  [
    'formatMoment',
    () => dates.formatMoment(AT),
    ['Mar 2, 2026, 6:05 PM', ...Array(4).fill('Mar 2, 2026, 18:05')],
  ],
  [
    'formatDate',
    () => dates.formatDate('2026-03-02T18:05'),
    ['Mar 2, 2026, 6:05 PM', ...Array(4).fill('Mar 2, 2026, 18:05')],
  ],
  [
    'dayInWords',
    () => dates.dayInWords('2026-03-02T18:05', '2026-03-03'),
    ['yesterday, 6:05 PM', 'gestern, 18:05', 'ayer, 18:05', 'hier, 18:05', 'ieri, 18:05'],
  ],
  [
    'publicDay',
    (language) => publicDates.publicDay(language, '2026-03-02'),
    ['March 2, 2026', '2. März 2026', '2 de marzo de 2026', '2 mars 2026', '2 marzo 2026'],
  ],
  [
    'publicMoment',
    (language) => publicDates.publicMoment(language, AT),
    [
      'March 2, 2026, 18:05',
      '2. März 2026, 18:05',
      '2 de marzo de 2026, 18:05',
      '2 mars 2026, 18:05',
      '2 marzo 2026, 18:05',
    ],
  ],
  [
    'weekdayAndTime',
    (language) => publicDates.weekdayAndTime(language, Date.parse(AT)),
    ['Monday, 18:05', 'Montag, 18:05', 'lunes, 18:05', 'lundi, 18:05', 'lunedì, 18:05'],
  ],
  [
    'formatNumber',
    (language) => [7, 12_345, 2.5].map((n) => numbers.formatNumber(language, n)).join(' '),
    ['7 12,345 2.5', '7 12.345 2,5', '7 12.345 2,5', '7 12 345 2,5', '7 12.345 2,5'],
  ],
  [
    'sizeText',
    (language) =>
      [193_000, 2_440_000, 2_440_000_000].map((n) => backups.sizeText(language, n)).join(),
    [
      '193 kB,2.4 MB,2.4 GB',
      '193 kB,2,4 MB,2,4 GB',
      '193 kB,2,4 MB,2,4 GB',
      '193 ko,2,4 Mo,2,4 Go',
      '193 kB,2,4 MB,2,4 GB',
    ],
  ],
  [
    'withTime',
    () => dates.withTime('8', '15:04'),
    ['8, 3:04 PM', '8, 15:04', '8, 15:04', '8, 15:04', '8, 15:04'],
  ],
  [
    'languageName',
    (language) => names.languageName('de', language),
    ['German', 'Deutsch', 'Alemán', 'Allemand', 'Tedesco'],
  ],
];

/** What stands between day and time: versions of ICU differ. */
const BETWEEN = /,? (?:at|um|a las|à|alle ore) (?=\d)/;

/** They write nothing that a person reads, or write the same in every language. */
const OTHERS = [
  ...['tellTimesIn', 'dayPart', 'timePart', 'joinTime', 'ageOf', 'sinceOf', 'dayAfter'],
  ...['ownName', 'BackupsCard', 'troubleOf'],
];

beforeEach(() => void vi.stubEnv('TZ', 'UTC'));
afterEach(() => void vi.unstubAllEnvs());
afterEach(() => dates.tellTimesIn('en'));

test.each(FORMATS)('%s follows the language of the page', (_, format, wanted) => {
  const written = LANGUAGE_CODES.map((language) => {
    dates.tellTimesIn(language);
    return format(language).replace(/\s/g, ' ').replace(BETWEEN, ', ');
  });
  expect(LANGUAGE_CODES).toEqual(['en', 'de', 'es', 'fr', 'it']);
  expect(written).toEqual(wanted);
});

test('every function of these files is proved here, or formats nothing', () => {
  expect([...FORMATS.map(([name]) => name), ...OTHERS].sort()).toEqual(Object.keys(MODULES).sort());
});
