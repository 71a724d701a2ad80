import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { AGENT_ACCESS } from '#contract/access.ts';
import { providerOf, sqlitePath } from '#prisma/url.ts';
import { isCommonPassword } from '#server/domain/passwords.ts';

/** The checked environment, e.g. `siteUrl` for SITE_URL. A null stands for "not set". */
export type Config = Omit<Settings, 'siteUrl'> & { siteUrl: string };

type Settings = {
  [Name in keyof Environment as CamelCase<Name>]: Environment[Name];
};
type Environment = v.InferOutput<typeof Environment>;
type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Name>;

/** The environment is wrong; `mistakes` has one line per mistake. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'));
    this.mistakes = mistakes;
  }
}

/**
 * Reads the configuration from environment variables. A blank value counts as unset.
 * Throws a ConfigError with all mistakes.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const values: Record<string, string> = {};
  for (const [name, value = ''] of Object.entries(environment)) {
    if (value.trim() !== '') values[name] = value.trim();
  }
  const result = v.safeParse(Environment, values);
  const mistakes = (result.issues ?? []).map(
    ({ path, message }) => `${path?.[0]?.key} must be ${message}.`,
  );
  mistakes.push(...contradictionsIn(values));
  if (!result.success || mistakes.length > 0) throw new ConfigError([...new Set(mistakes)]);

  const settings = Object.fromEntries(
    Object.entries(result.output).map(([name, value]) => [camelCaseOf(name), value]),
  ) as Settings;
  return { ...settings, siteUrl: settings.siteUrl ?? `http://localhost:${settings.port}` };
}

/** The rows of the table of settings in README.md. */
export function settingsTable(): string {
  const rows = Object.entries(Environment.entries).map(([name, schema]) => {
    const fallback = v.getDefault(schema as v.OptionalSchema<v.GenericSchema, string | null>);
    const shown = fallback === null ? '' : `\`${fallback}\``;
    return `| \`${name}\` | ${shown} | ${v.getDescription(schema) ?? ''} |`;
  });
  return ['| variable | default | meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

function camelCaseOf(name: string): string {
  return name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * The keys that sign cookies: from the configuration, else from the file `session-keys` beside the
 * embedded database. The first start makes that file; only its owner can read it.
 */
export function sessionKeysOf(config: Config): readonly [string, ...string[]] {
  if (config.sessionKeys) return config.sessionKeys;
  const folder = dirname(sqlitePath(config.databaseUrl));
  const file = join(folder, 'session-keys');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    // `wx`: of two processes that start at once, one makes the file and both read it.
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const kept = v.safeParse(sessionKeys, readFileSync(file, 'utf8').trim());
  if (kept.success) return kept.output;
  throw new ConfigError([
    `${file} must hold ${kept.issues[0].message}. Delete it to start afresh.`,
  ]);
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

const SHORTEST_KEY = 32;

const KEYS = `one or more secrets of at least ${SHORTEST_KEY} characters, separated by commas`;

const sessionKeys = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((key) => key.trim())),
  v.tupleWithRest(
    [v.pipe(v.string(), v.minLength(SHORTEST_KEY, KEYS))],
    v.pipe(v.string(), v.minLength(SHORTEST_KEY, KEYS)),
  ),
);

function oneOf<const W extends string>(words: readonly [W, ...W[]]) {
  return v.optional(v.picklist(words, words.join(' or ')), words[0]);
}

function wholeNumber(max: number, fallback: string) {
  const message = `a whole number from 0 to ${max}`;
  const number = v.pipe(
    v.string(),
    v.regex(/^\d{1,6}$/, message),
    v.transform(Number),
    v.maxValue(max, message),
  );
  return v.optional(number, fallback);
}

function textOf(min: number, max: number, what: string) {
  const message = `${what} of ${min} to ${max} characters`;
  return v.pipe(v.string(), v.minLength(min, message), v.maxLength(max, message));
}

/** Null if it is not set. */
function orNull<const S extends v.GenericSchema<string, unknown>>(schema: S) {
  return v.optional(v.nullable(schema), null);
}

function webAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

const origin = v.pipe(
  v.string(),
  v.check(
    (text) => webAddress(text) && new URL(text).href === `${new URL(text).origin}/`,
    'an address without a path, like https://agency.example',
  ),
  v.transform((text) => new URL(text).origin),
);
const host = v.pipe(v.string(), v.regex(/^[\w.:%-]+$/, 'a host name or address'));
const databaseUrl = v.pipe(
  v.string(),
  v.check(isDatabaseUrl, 'file:<path> or postgres://<user>@<host>/<database>'),
);
const phone = v.pipe(
  v.string(),
  v.regex(/^\+?[\d ()./-]{5,30}$/, 'a phone number like +34 600 000 000'),
);
const email = v.pipe(v.string(), v.rfcEmail('an e-mail address'));
const link = v.pipe(
  v.string(),
  v.check(webAddress, 'an address like https://www.linkedin.com/in/somebody'),
);

/** A setting and its meaning, for the table in README.md. */
function setting<const S extends v.GenericSchema>(schema: S, meaning: string) {
  return v.pipe(schema, v.description(meaning));
}

const Environment = v.object({
  HOST: setting(v.optional(host, '127.0.0.1'), 'the address it listens on'),
  PORT: setting(wholeNumber(65_535, '3000'), 'the port it listens on; 0 for any free one'),
  SITE_URL: setting(
    orNull(origin),
    'the public origin, in links and as the only origin that may write; `http://localhost:PORT` if unset',
  ),
  DATABASE_URL: setting(
    v.optional(databaseUrl, 'file:data/agency.db'),
    '`file:…` for SQLite, `postgres://…` for PostgreSQL',
  ),
  SESSION_KEYS: setting(
    orNull(sessionKeys),
    'comma-separated secrets of 32 characters or more; the first signs cookies, all verify them. Random and kept in `session-keys` beside an embedded database if unset; required with PostgreSQL',
  ),
  ADMIN_USERNAME: setting(
    orNull(textOf(2, 60, 'a name')),
    'the name of the first admin, used while there is no user; `admin` if unset',
  ),
  ADMIN_PASSWORD: setting(
    orNull(textOf(6, 200, 'a password')),
    'the password of the first admin; random and printed once if unset',
  ),
  REGISTRATION: setting(
    oneOf(['approval', 'closed']),
    '`approval`: new accounts wait for an admin; `closed`: nobody can register',
  ),
  AGENT_ACCESS: setting(
    oneOf(AGENT_ACCESS),
    '`dashboard` opens applications, contacts and conversion to approved agents',
  ),
  TRUST_PROXY: setting(wholeNumber(10, '0'), 'the number of proxies in front of the server'),
  RATE_LIMITS: setting(oneOf(['on', 'off']), '`off` only for tests, with a loopback `HOST`'),
  CONTACT_PHONE: setting(
    v.optional(phone, '+34 600 000 000'),
    "the agent's phone, on the public page",
  ),
  CONTACT_EMAIL: setting(
    v.optional(email, 'office@agency.example'),
    "the agent's e-mail address, on the public page",
  ),
  CONTACT_LINKEDIN: setting(
    v.optional(link, 'https://www.linkedin.com/in/agency-example'),
    "the agent's profile, on the public page",
  ),
});

function isDatabaseUrl(url: string): boolean {
  try {
    return providerOf(url) !== undefined;
  } catch {
    return false;
  }
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
  if (/^postgres/.test(DATABASE_URL) && !values.SESSION_KEYS) {
    mistakes.push(
      `SESSION_KEYS must be set with PostgreSQL: secrets of at least ${SHORTEST_KEY} characters, separated by commas.`,
    );
  }
  if (ADMIN_PASSWORD !== undefined && isCommonPassword(ADMIN_PASSWORD, ADMIN_USERNAME)) {
    mistakes.push('ADMIN_PASSWORD must be none of the commonest passwords.');
  }
  return mistakes;
}
