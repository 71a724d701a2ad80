import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { pushKeyOf } from '#server/push/push-key.ts';
import { aLegalIdentity, aSite } from '#server/test/bodies.ts';
import { ConfigError, ignoredIn, readConfig, settingsTable, warningsOf } from './config.ts';
import { sessionKeysOf } from './session-keys.ts';

const KEY = 'x'.repeat(32);
const PUSH_KEY = `${'a'.repeat(42)}A`;
const BEGIN =
  '<!-- Written from config.ts; `npx vitest run server/settings/config.test.ts -u` writes it again. -->';
const END = '<!-- /written -->';

function mistakesIn(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
    throw error;
  }
}

const NO_PASSKEYS =
  'SECOND_FACTOR must be optional unless SITE_URL begins with https and has a name: browsers have no passkeys there.';

test('an empty environment is enough', () => {
  expect(readConfig({})).toEqual({
    host: '127.0.0.1',
    port: 3000,
    siteUrl: 'http://localhost:3000',
    databaseUrl: 'file:data/agency.db',
    sessionKeys: null,
    vapidPrivateKey: null,
    pushServices: 'public',
    smtpUrl: null,
    mailFrom: null,
    adminUsername: null,
    adminPassword: null,
    registration: 'approval',
    agentAccess: 'none',
    secondFactor: 'optional',
    mirrorDays: 30,
    trustProxy: 0,
    hsts: 'site',
    rateLimits: 'on',
    backups: 'daily',
    backupFolder: null,
    backupEvery: 'hour',
    backupDaily: 7,
    backupWeekly: 4,
    backupMonthly: 6,
    backupCopyTo: null,
    metricsToken: null,
    logLevel: 'info',
    retentionVisits: 365,
    retentionInquiries: 365,
    retentionApplications: 0,
    retentionKeys: 60,
    retentionAudit: 365,
    contactPhone: '+34 600 000 000',
    contactEmail: 'office@agency.example',
    contactLinkedin: 'https://www.linkedin.com/in/agency-example',
  });
});

test('every value can be set, and an empty or blank one counts as unset', () => {
  const environment = {
    HOST: '0.0.0.0',
    PORT: ' 8080 ',
    SITE_URL: 'https://Agency.example/',
    DATABASE_URL: 'postgres://agency@localhost/agency?host=/run',
    SESSION_KEYS: `${KEY}, ${KEY}2`,
    VAPID_PRIVATE_KEY: PUSH_KEY,
    PUSH_SERVICES: 'public',
    SMTP_URL: 'smtp://site:p%40ss@mail.agency.example:587',
    MAIL_FROM: 'site@agency.example',
    ADMIN_USERNAME: 'marta',
    ADMIN_PASSWORD: 'corner-flag-17',
    REGISTRATION: 'closed',
    AGENT_ACCESS: 'dashboard',
    SECOND_FACTOR: 'admins',
    MIRROR_DAYS: '14',
    TRUST_PROXY: '1',
    RATE_LIMITS: 'on',
    BACKUPS: 'off',
    BACKUP_FOLDER: '/backups',
    BACKUP_EVERY: 'day',
    BACKUP_DAILY: '14',
    BACKUP_WEEKLY: '0',
    BACKUP_MONTHLY: '12',
    BACKUP_COPY_TO: '/mnt/backups',
    METRICS_TOKEN: 'a-token-for-the-scraper',
    LOG_LEVEL: 'warn',
    RETENTION_VISITS: '90',
    RETENTION_INQUIRIES: '180',
    RETENTION_APPLICATIONS: '730',
    RETENTION_KEYS: '61',
    RETENTION_AUDIT: '400',
    CONTACT_PHONE: '+49 (0)30 1234-5',
    CONTACT_EMAIL: 'marta@agency.example',
    CONTACT_LINKEDIN: 'https://www.linkedin.com/in/marta',
  };
  expect(readConfig({ ...environment, PATH: '/bin' })).toEqual({
    host: '0.0.0.0',
    port: 8080,
    siteUrl: 'https://agency.example',
    databaseUrl: environment.DATABASE_URL,
    sessionKeys: [KEY, `${KEY}2`],
    vapidPrivateKey: PUSH_KEY,
    pushServices: 'public',
    smtpUrl: 'smtp://site:p%40ss@mail.agency.example:587',
    mailFrom: 'site@agency.example',
    adminUsername: 'marta',
    adminPassword: 'corner-flag-17',
    registration: 'closed',
    agentAccess: 'dashboard',
    secondFactor: 'admins',
    mirrorDays: 14,
    trustProxy: 1,
    hsts: 'site',
    rateLimits: 'on',
    backups: 'off',
    backupFolder: '/backups',
    backupEvery: 'day',
    backupDaily: 14,
    backupWeekly: 0,
    backupMonthly: 12,
    backupCopyTo: '/mnt/backups',
    metricsToken: 'a-token-for-the-scraper',
    logLevel: 'warn',
    retentionVisits: 90,
    retentionInquiries: 180,
    retentionApplications: 730,
    retentionKeys: 61,
    retentionAudit: 400,
    contactPhone: '+49 (0)30 1234-5',
    contactEmail: 'marta@agency.example',
    contactLinkedin: 'https://www.linkedin.com/in/marta',
  });
  const blank = Object.fromEntries(
    Object.keys(environment).map((name, n) => [name, ' '.repeat(n % 2)]),
  );
  expect(readConfig(blank)).toEqual(readConfig({}));
  expect(readConfig({ PORT: '4000' }).siteUrl).toBe('http://localhost:4000');
});

test('samples and brackets on a public site are warned of in one line', () => {
  const SITE_URL = 'https://agency.example';
  expect(warningsOf(readConfig({}))).toEqual([]);
  expect(warningsOf(readConfig({ SITE_URL, CONTACT_PHONE: '+49 30 1234' }))).toEqual([
    'https://agency.example shows samples or brackets: set e-mail, LinkedIn, quotes, person or company, address, tax number, licence, hosting company, days that logs are kept under Your site (/admin/site).',
  ]);
});

test('a public site without encryption is warned of', () => {
  const [line] = warningsOf(readConfig({ SITE_URL: 'http://agency.example' }), aSite);
  expect(line).toMatch(/^http:\/\/agency\.example is not encrypted: .+https:\/\/\.$/);
});

test('a variable that looks like a setting is warned of, with the one that is meant, and no other', () => {
  const environment = {
    SESION_KEYS: 'secret',
    BACKUP_DIR: '/backups',
    RETENTION_VISIT: '30',
    ADMIN_PASWORD: 'corner-flag',
    TRUST_PROXY: '1',
    HOME: '/root',
    HOSTNAME: 'agency',
    SHLVL: '1',
    INVOCATION_ID: 'x',
    JOURNAL_STREAM: 'x',
    NODE_ENV: 'production',
    STATE_DIRECTORY: '/var/lib/football-agency',
    npm_config_cache: 'x',
  };
  expect(ignoredIn(environment)).toEqual([
    'SESION_KEYS is no setting, so it is ignored: is SESSION_KEYS meant?',
    'BACKUP_DIR is no setting, so it is ignored: is BACKUP_FOLDER meant?',
    'RETENTION_VISIT is no setting, so it is ignored: is RETENTION_VISITS meant?',
    'ADMIN_PASWORD is no setting, so it is ignored: is ADMIN_PASSWORD meant?',
  ]);
});

test('what is published is not warned of', () => {
  const config = readConfig({ SITE_URL: 'https://agency.example', CONTACT_PHONE: '+49 30 1234' });
  const [line] = warningsOf(config, aSite);
  expect(line).toMatch(/set quotes, person or company, address, .* under/);
  const quote = {
    language: 'en',
    text: 'He listens.',
    who: 'A father',
    link: '',
    hidden: false,
  } as const;
  const settings = { ...aSite.settings, ...aLegalIdentity, quotes: [quote] };
  expect(warningsOf(config, { ...aSite, settings })).toEqual([]);
  const hiding = { ...settings, quotes: [{ ...quote, hidden: true }] };
  expect(warningsOf(config, { ...aSite, settings: hiding })).toHaveLength(1);
  expect(warningsOf(config, { ...aSite, settings: { ...hiding, hidesQuotes: true } })).toEqual([]);
});

test('codes and invisible characters on a public site are warned of, each text by its name', () => {
  const config = readConfig({ SITE_URL: 'https://agency.example', CONTACT_PHONE: '+49 30 1234' });
  const settings = { ...aSite.settings, city: 'Sevilla&nbsp;' };
  const texts = { de: { 'hero.title': 'Ihr\u200B Spiel', 'hero.badge': 'Mein Wort' } };
  expect(warningsOf(config, { settings, texts }).at(-1)).toBe(
    'https://agency.example shows codes or invisible characters: clean up city, de.hero.title under Your site (/admin/site) and Translations (/admin/translations).',
  );
});

test.each([
  'pa/ss',
  'pa#ss',
  'pa?ss',
  '1/2',
  '1#2',
  '/',
  'a/b@c',
  '%25/',
  'p@s/s',
  'p@s#s',
  'p@s?s',
])('the password %s of the database is to be percent-encoded', (password) => {
  const address = (text: string) => `postgres://agency:${text}@127.0.0.1/agency`;
  const environment = { SESSION_KEYS: KEY, DATABASE_URL: address(password) };
  expect(mistakesIn(environment)).toEqual([
    'DATABASE_URL must be an address whose password is percent-encoded: %2F for /, %23 for #, %3F for ?, %40 for @.',
  ]);
  const DATABASE_URL = address(encodeURIComponent(password));
  expect(readConfig({ ...environment, DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
});

test.each([
  'postgres://localhost:5432/agency?user=a@b',
  'postgres://agency:a@b@localhost/agency',
  'postgres://agency:secret@localhost:5432/agency?application_name=a/b@c#d',
  'postgres://agency:@/agency?host=/run/postgresql',
  'postgres:///agency?host=/run/postgresql&user=a@b',
  'file:data/a:b/c@d.db',
])('%s is the address of a database', (DATABASE_URL) => {
  expect(readConfig({ SESSION_KEYS: KEY, DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
});

test.each([
  [{ PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535.'],
  [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535.'],
  [{ PORT: '-1' }, 'PORT must be a whole number from 0 to 65535.'],
  [{ HOST: 'http://x' }, 'HOST must be a host name or address.'],
  [
    { SITE_URL: 'agency.example' },
    'SITE_URL must be an address without a path, like https://agency.example.',
  ],
  [
    { SITE_URL: 'https://agency.example/de' },
    'SITE_URL must be an address without a path, like https://agency.example.',
  ],
  [
    { SITE_URL: 'ftp://agency.example' },
    'SITE_URL must be an address without a path, like https://agency.example.',
  ],
  [
    { DATABASE_URL: 'mysql://x' },
    'DATABASE_URL must be file:<path> or postgres://<user>@<host>/<database>.',
  ],
  [
    { SESSION_KEYS: 'short' },
    'SESSION_KEYS must be one or more secrets of at least 32 characters, separated by commas.',
  ],
  [
    { SESSION_KEYS: `${KEY},` },
    'SESSION_KEYS must be one or more secrets of at least 32 characters, separated by commas.',
  ],
  [
    { DATABASE_URL: 'postgres://a@b/c' },
    'SESSION_KEYS must be set with PostgreSQL: secrets of at least 32 characters, separated by commas.',
  ],
  [
    { VAPID_PRIVATE_KEY: 'short' },
    'VAPID_PRIVATE_KEY must be a private key of VAPID, 43 characters of base64url.',
  ],
  [
    { VAPID_PRIVATE_KEY: '_'.repeat(43) },
    'VAPID_PRIVATE_KEY must be a private key of VAPID, 43 characters of base64url.',
  ],
  [{ PUSH_SERVICES: 'all' }, 'PUSH_SERVICES must be public or local.'],
  [
    { PUSH_SERVICES: 'local', HOST: '0.0.0.0' },
    'PUSH_SERVICES must be public unless HOST is a loopback address like 127.0.0.1.',
  ],
  [
    { SMTP_URL: 'mail.agency.example:587', MAIL_FROM: 'a@b.example' },
    'SMTP_URL must be smtp://<user>:<password>@<host>:<port>, or smtps://… where TLS comes first.',
  ],
  [
    { SMTP_URL: 'http://mail.agency.example', MAIL_FROM: 'a@b.example' },
    'SMTP_URL must be smtp://<user>:<password>@<host>:<port>, or smtps://… where TLS comes first.',
  ],
  [
    { SMTP_URL: 'smtp://:secret@mail.agency.example', MAIL_FROM: 'a@b.example' },
    'SMTP_URL must be smtp://<user>:<password>@<host>:<port>, or smtps://… where TLS comes first.',
  ],
  [
    { SMTP_URL: 'smtp://site:100%@mail.agency.example', MAIL_FROM: 'a@b.example' },
    'SMTP_URL must be smtp://<user>:<password>@<host>:<port>, or smtps://… where TLS comes first.',
  ],
  [
    { SMTP_URL: 'smtps://mail.agency.example/?pool=true', MAIL_FROM: 'a@b.example' },
    'SMTP_URL must be smtp://<user>:<password>@<host>:<port>, or smtps://… where TLS comes first.',
  ],
  [
    { SMTP_URL: 'smtp://mail.agency.example' },
    'MAIL_FROM must be set with SMTP_URL, unless CONTACT_EMAIL is.',
  ],
  [
    { SMTP_URL: 'smtp://mail.agency.example', MAIL_FROM: 'the site' },
    'MAIL_FROM must be an e-mail address.',
  ],
  [
    { MAIL_FROM: 'a@b.example' },
    'SMTP_URL must be set with MAIL_FROM: without a mail server no mail is sent.',
  ],
  [{ ADMIN_USERNAME: 'm' }, 'ADMIN_USERNAME must be a name of 2 to 60 characters.'],
  [{ ADMIN_PASSWORD: 'a7#kq' }, 'ADMIN_PASSWORD must be a password of 6 to 200 characters.'],
  [{ ADMIN_PASSWORD: 'password1' }, 'ADMIN_PASSWORD must be none of the commonest passwords.'],
  [
    { ADMIN_USERNAME: 'goalkeeper', ADMIN_PASSWORD: 'Goalkeeper' },
    'ADMIN_PASSWORD must be none of the commonest passwords.',
  ],
  [{ REGISTRATION: 'open' }, 'REGISTRATION must be approval or closed.'],
  [{ AGENT_ACCESS: 'all' }, 'AGENT_ACCESS must be none or dashboard.'],
  [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY must be a whole number from 0 to 10.'],
  [{ MIRROR_DAYS: '0' }, 'MIRROR_DAYS must be a whole number from 1 to 365.'],
  [{ RATE_LIMITS: 'maybe' }, 'RATE_LIMITS must be on or off.'],
  [
    { RATE_LIMITS: 'off', HOST: '0.0.0.0' },
    'RATE_LIMITS must be on unless HOST is a loopback address like 127.0.0.1.',
  ],
  [{ SECOND_FACTOR: 'agents' }, 'SECOND_FACTOR must be optional or admins or all.'],
  [{ SECOND_FACTOR: 'all', SITE_URL: 'http://agency.example' }, NO_PASSKEYS],
  [{ SECOND_FACTOR: 'admins', SITE_URL: 'https://203.0.113.7' }, NO_PASSKEYS],
  [{ BACKUPS: 'hourly' }, 'BACKUPS must be daily or off.'],
  [{ BACKUP_EVERY: 'minute' }, 'BACKUP_EVERY must be hour or day.'],
  [
    { BACKUP_COPY_TO: 'mnt/backups' },
    'BACKUP_COPY_TO must be a folder with its whole path, like /mnt/backups.',
  ],
  [
    { BACKUP_FOLDER: '/srv/backups', BACKUP_COPY_TO: '/srv/backups/' },
    'BACKUP_COPY_TO must be outside of /srv/backups, where the backups are.',
  ],
  [
    { BACKUP_FOLDER: '/srv/backups', BACKUP_COPY_TO: '/srv/x/../backups/copies' },
    'BACKUP_COPY_TO must be outside of /srv/backups, where the backups are.',
  ],
  [
    { DATABASE_URL: 'file:/srv/agency.db', BACKUP_COPY_TO: '/srv/backups' },
    'BACKUP_COPY_TO must be outside of /srv/backups, where the backups are.',
  ],
  [
    { BACKUP_COPY_TO: import.meta.filename },
    `BACKUP_COPY_TO must be a folder: ${import.meta.filename} is a file.`,
  ],
  [{ BACKUP_DAILY: 'all' }, 'BACKUP_DAILY must be a whole number from 0 to 366.'],
  [{ RETENTION_KEYS: '59' }, 'RETENTION_KEYS must be a number of days from 60 to 36500.'],
  [{ RETENTION_AUDIT: '89' }, 'RETENTION_AUDIT must be a whole number from 90 to 36500.'],
  [{ RETENTION_VISITS: '0' }, 'RETENTION_VISITS must be a number of days from 60 to 36500.'],
  [
    { RETENTION_APPLICATIONS: '30' },
    'RETENTION_APPLICATIONS must be 0 or a number of days from 60 to 36500.',
  ],
  [{ CONTACT_PHONE: 'call me' }, 'CONTACT_PHONE must be a phone number like +34 600 000 000.'],
  [{ CONTACT_EMAIL: 'office' }, 'CONTACT_EMAIL must be an e-mail address.'],
  [
    { CONTACT_LINKEDIN: 'javascript:alert(1)' },
    'CONTACT_LINKEDIN must be an address like https://www.linkedin.com/in/somebody.',
  ],
])('%o is one clear line', (environment, line) => {
  expect(mistakesIn(environment)).toEqual([line]);
});

test('V13.2.3 all mistakes are listed at once, each in its line, and no secret is repeated', () => {
  const mistakes = mistakesIn({
    PORT: 'abc',
    HOST: '0.0.0.0',
    RATE_LIMITS: 'off',
    DATABASE_URL: 'postgres://a@b/c',
    TRUST_PROXY: '99',
    ADMIN_PASSWORD: 'qwerty',
    CONTACT_EMAIL: 'x',
  });
  expect(mistakes).toHaveLength(6);
  expect(mistakes.join()).not.toContain('qwerty');
  for (const line of mistakes) expect(line).not.toContain('\n');
});

test.each(['127.0.0.1', '127.1.2.3', '::1', 'localhost'])('limits may be off on %s', (HOST) => {
  expect(readConfig({ HOST, RATE_LIMITS: 'off' }).rateLimits).toBe('off');
});

test('keys are made up once and kept beside the embedded database, for its owner only', () => {
  const folder = mkdtempSync(join(tmpdir(), 'keys-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const config = readConfig({ DATABASE_URL: `file:${folder}/new/agency.db` });

  const [key, ...others] = sessionKeysOf(config);

  const file = join(folder, 'new', 'session-keys');
  expect(key.length).toBeGreaterThanOrEqual(43);
  expect(others).toEqual([]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'new')).mode & 0o777).toBe(0o700);
  expect(readFileSync(file, 'utf8').trim()).toBe(key);
  expect(sessionKeysOf(config)).toEqual([key]);
  expect(sessionKeysOf({ ...config, sessionKeys: [KEY] })).toEqual([KEY]);

  writeFileSync(file, 'broken');
  expect(() => sessionKeysOf(config)).toThrow(
    /session-keys must hold one or more secrets.*Delete it/,
  );
});

test('V11.6.1 the key for push services is made up once and kept beside the data, for its owner only', () => {
  const folder = mkdtempSync(join(tmpdir(), 'keys-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const config = readConfig({ DATABASE_URL: `file:${folder}/agency.db` });

  const key = pushKeyOf(config);

  const file = join(folder, 'push-key');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(mistakesIn({ VAPID_PRIVATE_KEY: key })).toEqual([]);
  expect(pushKeyOf(config)).toBe(key);
  expect(pushKeyOf({ ...config, vapidPrivateKey: PUSH_KEY })).toBe(PUSH_KEY);
  writeFileSync(file, 'broken');
  expect(() => pushKeyOf(config)).toThrow(/push-key must hold a private key.*Delete it/);
});

test('SETTINGS.md has the settings of config.ts', async () => {
  const file = join(import.meta.dirname, '../SETTINGS.md');
  const readme = readFileSync(file, 'utf8');
  const [before, after] = [readme.split(BEGIN)[0], readme.split(END)[1]];
  expect(after, `SETTINGS.md has no place between ${BEGIN} and ${END}`).toBeDefined();
  const written = `${BEGIN}\n${settingsTable()}\n${END}`;
  await expect(`${before}${written}${after}`).toMatchFileSnapshot(file);
});
