import { spawnSync } from 'node:child_process';
import { resolve, sep } from 'node:path';
import * as v from 'valibot';
import { AGENT_ACCESS, SECOND_FACTOR } from '#contract/access.ts';
import { missingOf, NO_CONTENT, SAMPLE_CONTACT, type SiteContent } from '#contract/site.ts';
import { markedSettings, markedTexts } from '#contract/values/marked-texts.ts';
import { AUDIT_LEAST_DAYS } from '#prisma/append-only.ts';
import { isCommonPassword } from '#server/domain/accounts/passwords.ts';
import { isLoopback } from '#server/http/transport/hosts.ts';
import { backupFolderOf } from './data-folder.ts';
import { mistypedSettings } from './mistyped-settings.ts';
import {
  absolutePath,
  databaseUrl,
  daysKept,
  daysKeptOrAlways,
  email,
  host,
  link,
  oneOf,
  origin,
  orNull,
  phone,
  pushKey,
  SECRETS,
  sessionKeys,
  smtpUrl,
  textOf,
  username,
  wholeNumber,
} from './setting-values.ts';

/** The checked environment, e.g. `siteUrl` for SITE_URL. A null stands for "not set". */
export type Config = Omit<Settings, 'siteUrl'> & { siteUrl: string };

type Settings = {
  [Name in keyof Environment as CamelCase<Name>]: Environment[Name];
};
type Environment = v.InferOutput<typeof Environment>;
type Variables = Record<string, string | undefined>;
type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Name>;

/** The environment is wrong; `mistakes` has one line per mistake. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[], options?: ErrorOptions) {
    super(mistakes.join('\n'), options);
    this.mistakes = mistakes;
  }
}

/**
 * Reads the configuration from environment variables. A blank value counts as unset.
 * Throws a ConfigError with all mistakes.
 */
export function readConfig(environment: Variables): Config {
  const values: Record<string, string> = {};
  for (const [name, value = ''] of Object.entries(environment)) {
    if (value.trim() !== '') values[name] = value.trim();
  }
  const result = v.safeParse(Environment, values);
  const mistakes = (result.issues ?? []).map(
    ({ path, message }) => `${path?.[0]?.key} must be ${message}.`,
  );
  mistakes.push(...contradictionsIn(values));
  if (result.success) mistakes.push(...wrongCopyIn(result.output));
  if (!result.success || mistakes.length > 0) throw new ConfigError([...new Set(mistakes)]);

  const settings = Object.fromEntries(
    Object.entries(result.output).map(([name, value]) => [camelCaseOf(name), value]),
  ) as Settings;
  return { ...settings, siteUrl: settings.siteUrl ?? localSite(settings.port) };
}

/** The address of the site, for commands beside the server. Throws a ConfigError. */
export function readSiteUrl(environment: Variables): string {
  return readOne(environment, 'SITE_URL') ?? localSite(readOne(environment, 'PORT'));
}

/** One setting alone, for commands beside the server. Throws a ConfigError. */
export function readOne<Name extends keyof Environment>(environment: Variables, name: Name) {
  const result = v.safeParse(Environment.entries[name], environment[name]?.trim() || undefined);
  if (result.success) return result.output as Environment[Name];
  throw new ConfigError([`${name} must be ${result.issues[0].message}.`]);
}

function localSite(port: number): string {
  return `http://localhost:${port}`;
}

/** Labels of missing settings in the warning. Other settings appear under their own name. */
const WORDS: Partial<Record<ReturnType<typeof missingOf>[number], string>> = {
  email: 'e-mail',
  linkedin: 'LinkedIn',
  legalName: 'person or company',
  representative: 'who represents the company',
  taxId: 'tax number',
  hosting: 'hosting company',
  logDays: 'days that logs are kept',
};

/** Warnings about unknown variables that look like mistyped settings, one line each. */
export function ignoredIn(environment: Variables): string[] {
  return mistypedSettings(environment, Object.keys(Environment.entries));
}

/** Warnings about valid settings that are probably a mistake, one line each. */
export function warningsOf(
  { siteUrl, contactPhone, contactEmail, contactLinkedin }: Config,
  published: SiteContent | null = null,
): string[] {
  const { hostname, protocol } = new URL(siteUrl);
  if (isLoopback(hostname)) return [];
  const warnings: string[] = [];
  if (protocol === 'http:') {
    warnings.push(
      `${siteUrl} is not encrypted: passwords and inquiries can be read on their way, and phones cannot install the app. Put a proxy with a certificate in front (deploy/), and set SITE_URL to https://.`,
    );
  }
  const shown = { phone: contactPhone, email: contactEmail, linkedin: contactLinkedin };
  const { settings, texts } = published ?? NO_CONTENT;
  const missing = missingOf(settings, shown);
  if (missing.length > 0) {
    const names = missing.map((name) => WORDS[name] ?? name).join(', ');
    warnings.push(
      `${siteUrl} shows samples or brackets: set ${names} under Your site (/admin/site).`,
    );
  }
  const marked = [...markedSettings(settings), ...markedTexts(texts)];
  if (marked.length > 0) {
    warnings.push(
      `${siteUrl} shows codes or invisible characters: clean up ${marked.join(', ')} under Your site (/admin/site) and Translations (/admin/translations).`,
    );
  }
  return warnings;
}

/** A setting and its meaning, for the table in SETTINGS.md. */
function setting<const S extends v.GenericSchema>(schema: S, meaning: string) {
  return v.pipe(schema, v.description(meaning));
}

const Environment = v.object({
  HOST: setting(v.optional(host, '127.0.0.1'), 'the address it listens on'),
  PORT: setting(wholeNumber(65_535, '3000'), 'the port it listens on; 0 for any free one'),
  SITE_URL: setting(
    orNull(origin),
    'the public origin, in links, as the only origin that may write, and as the only host besides the loopback; `http://localhost:PORT` if unset',
  ),
  DATABASE_URL: setting(
    v.optional(databaseUrl, 'file:data/agency.db'),
    '`file:…` for SQLite, `postgres://…` for PostgreSQL',
  ),
  SESSION_KEYS: setting(
    orNull(sessionKeys),
    'comma-separated secrets of 32 characters or more; the first signs what the server gives out (marks of known devices, links in mails), all verify it. Random and kept in `session-keys` beside an embedded database if unset; required with PostgreSQL',
  ),
  VAPID_PRIVATE_KEY: setting(
    orNull(pushKey),
    'the private key by which push services know this server, base64url; random and kept in the file `push-key` beside an embedded database if unset, in `data` with PostgreSQL. All processes need the same; with another one, every device must turn on its reminders again',
  ),
  PUSH_SERVICES: setting(
    oneOf(['public', 'local']),
    '`local` only for tests, with a loopback `HOST`: reminders go to this machine, too',
  ),
  SMTP_URL: setting(
    orNull(smtpUrl),
    'the mail server by which mails are sent, `smtp://user:password@host:587`, or `smtps://…:465` where TLS comes first; special characters are percent-encoded. No mails if unset',
  ),
  MAIL_FROM: setting(orNull(email), "the sender's address of mails; `CONTACT_EMAIL` if unset"),
  ADMIN_USERNAME: setting(
    orNull(username),
    'the name of the first admin, used while there is no user; `admin` if unset',
  ),
  ADMIN_PASSWORD: setting(
    orNull(textOf(6, 200, 'a password')),
    'the password of the first admin; random and kept in the file `first-password` beside an embedded database if unset, in `data` with PostgreSQL',
  ),
  REGISTRATION: setting(
    oneOf(['approval', 'closed']),
    '`approval`: new accounts wait for an admin; `closed`: nobody can register',
  ),
  AGENT_ACCESS: setting(
    oneOf(AGENT_ACCESS),
    '`dashboard` opens applications, contacts and conversion to all approved agents; with `none`, an admin opens them to single ones',
  ),
  SECOND_FACTOR: setting(
    oneOf(SECOND_FACTOR),
    'who must have a passkey besides the password: `optional` nobody, `admins`, `all`. An account without one may sign in only to set one up',
  ),
  MIRROR_DAYS: setting(
    wholeNumber(365, '30', 1),
    'a phone that has not reached the server for so many days empties its copy of the records; its unsent changes stay',
  ),
  TRUST_PROXY: setting(
    wholeNumber(10, '0'),
    'the number of proxies in front of the server; they pass on `Host` and add to `X-Forwarded-For`',
  ),
  HSTS: setting(
    oneOf(['site', 'subdomains']),
    'for which names browsers refuse plain http for a year after a visit by https: `site` that of `SITE_URL`; `subdomains` all names below it, too. Danger: a name below it without a certificate, also one that others run, cannot be opened any more, and nothing takes that back in these browsers',
  ),
  RATE_LIMITS: setting(oneOf(['on', 'off']), '`off` only for tests, with a loopback `HOST`'),
  BACKUPS: setting(
    oneOf(['daily', 'off']),
    '`daily`: the server makes backups by itself, as often as `BACKUP_EVERY` says; PostgreSQL needs `pg_dump` on its machine',
  ),
  BACKUP_FOLDER: setting(
    orNull(textOf(1, 1_000, 'a folder')),
    'where backups go; the folder `backups` beside an embedded database if unset, `data/backups` with PostgreSQL',
  ),
  BACKUP_EVERY: setting(
    oneOf(['hour', 'day']),
    'how often one is made, `hour` or `day`. One an hour of the last 24 is kept, besides those below. With 10,000 applications and their history an embedded database has 60 MB, and a backup takes 1.3 s of a core beside the server; `day` if that is too much',
  ),
  BACKUP_DAILY: setting(wholeNumber(366, '7'), 'of how many days the newest backup is kept'),
  BACKUP_WEEKLY: setting(wholeNumber(520, '4'), 'of how many weeks'),
  BACKUP_MONTHLY: setting(wholeNumber(120, '6'), 'of how many months'),
  BACKUP_COPY_TO: setting(
    orNull(absolutePath),
    'a folder of another disk or a mounted share that gets a copy of each backup and keeps as many; make it first. None if unset',
  ),
  METRICS_TOKEN: setting(
    orNull(textOf(16, 200, 'a text')),
    'opens `/metrics` to callers that send it (`Authorization: Bearer …`); if unset, only programs on this machine may read it, and nobody behind a proxy',
  ),
  LOG_LEVEL: setting(
    oneOf(['info', 'debug', 'warn', 'error', 'silent']),
    '`info`: a line per request; `debug`: also those of probes; `warn`, `error`: failures only',
  ),
  RETENTION_VISITS: setting(
    daysKept('365'),
    'after how many days single visits are deleted; their number stays. The privacy page names it',
  ),
  RETENTION_INQUIRIES: setting(
    daysKept('365'),
    'after how many days spam and archived inquiries are deleted. The privacy page names it',
  ),
  RETENTION_APPLICATIONS: setting(
    daysKeptOrAlways,
    'after how many days without a change rejected applications are deleted; 0 never',
  ),
  RETENTION_KEYS: setting(
    daysKept('60'),
    'after how many days the stored answers to repeated calls are deleted',
  ),
  RETENTION_AUDIT: setting(
    wholeNumber(36_500, '365', AUDIT_LEAST_DAYS),
    'after how many days entries of the audit log are deleted. The privacy page names it',
  ),
  CONTACT_PHONE: setting(
    v.optional(phone, SAMPLE_CONTACT.phone),
    "the agent's phone, on the public page",
  ),
  CONTACT_EMAIL: setting(
    v.optional(email, SAMPLE_CONTACT.email),
    "the agent's e-mail address, on the public page",
  ),
  CONTACT_LINKEDIN: setting(
    v.optional(link, SAMPLE_CONTACT.linkedin),
    "the agent's profile, on the public page",
  ),
});

/** The rows of the table of settings in SETTINGS.md. */
export function settingsTable(): string {
  const rows = Object.entries(Environment.entries).map(([name, schema]) => {
    const fallback = v.getDefault(schema as v.OptionalSchema<v.GenericSchema, string | null>);
    const shown = fallback === null ? '' : `\`${fallback}\``;
    return `| \`${name}\` | ${shown} | ${valuesOf(schema)} | ${v.getDescription(schema) ?? ''} |`;
  });
  const head = ['| variable | default | must be | meaning |', '| --- | --- | --- | --- |'];
  return [...head, ...rows].join('\n');
}

/** The end of the error message for an invalid value: `NAME must be …`. */
function valuesOf(schema: v.GenericSchema): string {
  const messages = ['', '\0'].map((wrong) => v.safeParse(schema, wrong).issues?.[0].message);
  // A page would take `<host>` for an element.
  return messages.find((message) => message !== undefined)?.replaceAll('<', '\\<') ?? '';
}

/** Mistakes in the combination of two values. */
function contradictionsIn(values: Record<string, string>): string[] {
  const {
    HOST = '127.0.0.1',
    DATABASE_URL = '',
    ADMIN_USERNAME = 'admin',
    ADMIN_PASSWORD,
  } = values;
  const mistakes: string[] = [];
  if (values.RATE_LIMITS === 'off' && !isLoopback(HOST)) {
    mistakes.push('RATE_LIMITS must be on unless HOST is a loopback address like 127.0.0.1.');
  }
  if (values.PUSH_SERVICES === 'local' && !isLoopback(HOST)) {
    mistakes.push('PUSH_SERVICES must be public unless HOST is a loopback address like 127.0.0.1.');
  }
  if (values.SMTP_URL && !values.MAIL_FROM && !values.CONTACT_EMAIL) {
    mistakes.push('MAIL_FROM must be set with SMTP_URL, unless CONTACT_EMAIL is.');
  }
  if (values.MAIL_FROM && !values.SMTP_URL) {
    mistakes.push('SMTP_URL must be set with MAIL_FROM: without a mail server no mail is sent.');
  }
  if (/^postgres/.test(DATABASE_URL) && !values.SESSION_KEYS) {
    mistakes.push(`SESSION_KEYS must be set with PostgreSQL: ${SECRETS}.`);
  }
  if (ADMIN_PASSWORD !== undefined && isCommonPassword(ADMIN_PASSWORD, [ADMIN_USERNAME ?? ''])) {
    mistakes.push('ADMIN_PASSWORD must be none of the commonest passwords.');
  }
  const { SITE_URL = 'http://localhost', SECOND_FACTOR = 'optional' } = values;
  if (SECOND_FACTOR !== 'optional' && URL.canParse(SITE_URL) && !allowsPasskeys(SITE_URL)) {
    mistakes.push(
      'SECOND_FACTOR must be optional unless SITE_URL begins with https and has a name: browsers have no passkeys there.',
    );
  }
  return mistakes;
}

/** A copy beside the original is lost with it. */
function wrongCopyIn(settings: Environment): string[] {
  if (settings.BACKUP_COPY_TO === null) return [];
  const copyTo = resolve(settings.BACKUP_COPY_TO);
  const folder = resolve(
    backupFolderOf({ databaseUrl: settings.DATABASE_URL, backupFolder: settings.BACKUP_FOLDER }),
  );
  if (`${copyTo}${sep}`.startsWith(`${folder}${sep}`)) {
    return [`BACKUP_COPY_TO must be outside of ${folder}, where the backups are.`];
  }
  return isFile(copyTo) ? [`BACKUP_COPY_TO must be a folder: ${copyTo} is a file.`] : [];
}

/** By another process: a share that does not answer must not hold up the start. */
function isFile(path: string): boolean {
  return spawnSync('test', ['-f', path], { timeout: 2_000, killSignal: 'SIGKILL' }).status === 0;
}

/** Browsers bind passkeys to a name, not an address, and have them on https and localhost only. */
function allowsPasskeys(siteUrl: string): boolean {
  const { protocol, hostname } = new URL(siteUrl);
  const isAddress = /^\[|^[\d.]+$/.test(hostname);
  return hostname === 'localhost' || (protocol === 'https:' && !isAddress);
}

function camelCaseOf(name: string): string {
  return name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}
