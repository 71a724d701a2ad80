import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { AGENT_ACCESS, type AgentAccess } from '#contract/access.ts';
import { providerOf, sqlitePath } from '#prisma/url.ts';
import { isCommonPassword } from '#server/domain/passwords.ts';

/** What the environment says, checked. */
export interface Config {
  host: string;
  port: number;
  /** Origin where people reach the site, without a slash at the end. */
  siteUrl: string;
  databaseUrl: string;
  /** Null when they are to be made up and kept beside the embedded database. */
  sessionKeys: readonly [string, ...string[]] | null;
  /** Of the first admin; null for what is to be made up. */
  adminUsername: string | null;
  adminPassword: string | null;
  registration: 'approval' | 'closed';
  agentAccess: AgentAccess;
  trustProxy: number;
  rateLimits: 'on' | 'off';
  contactPhone: string;
  contactEmail: string;
  contactLinkedin: string;
}

/** The environment is wrong: `mistakes` has one line for each mistake. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'));
    this.mistakes = mistakes;
  }
}

/**
 * Reads the configuration from environment variables. An empty or blank value counts as unset.
 * Throws a ConfigError that lists all mistakes. The table of all variables is in README.md.
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

  const read = result.output;
  return {
    host: read.HOST,
    port: read.PORT,
    siteUrl: read.SITE_URL ?? `http://localhost:${read.PORT}`,
    databaseUrl: read.DATABASE_URL,
    sessionKeys: read.SESSION_KEYS ?? null,
    adminUsername: read.ADMIN_USERNAME ?? null,
    adminPassword: read.ADMIN_PASSWORD ?? null,
    registration: read.REGISTRATION,
    agentAccess: read.AGENT_ACCESS,
    trustProxy: read.TRUST_PROXY,
    rateLimits: read.RATE_LIMITS,
    contactPhone: read.CONTACT_PHONE,
    contactEmail: read.CONTACT_EMAIL,
    contactLinkedin: read.CONTACT_LINKEDIN,
  };
}

/**
 * The keys that sign cookies: those of the configuration, else those in `session-keys` beside the
 * embedded database, made up at the first start; they, and a folder made for them, are this user's only.
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

/** True for an address that only this machine reaches. */
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
  return v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,6}$/, message),
      v.transform(Number),
      v.maxValue(max, message),
    ),
    fallback,
  );
}

function webAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

const Environment = v.object({
  HOST: v.optional(
    v.pipe(v.string(), v.regex(/^[\w.:%-]+$/, 'a host name or address')),
    '127.0.0.1',
  ),
  PORT: wholeNumber(65_535, '3000'),
  SITE_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => webAddress(text) && new URL(text).href === `${new URL(text).origin}/`,
        'an address without a path, like https://agency.example',
      ),
      v.transform((text) => new URL(text).origin),
    ),
  ),
  DATABASE_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(isDatabaseUrl, 'file:<path> or postgres://<user>@<host>/<database>'),
    ),
    'file:data/agency.db',
  ),
  SESSION_KEYS: v.optional(sessionKeys),
  ADMIN_USERNAME: v.optional(
    v.pipe(
      v.string(),
      v.minLength(2, 'a name of 2 to 60 characters'),
      v.maxLength(60, 'a name of 2 to 60 characters'),
    ),
  ),
  ADMIN_PASSWORD: v.optional(
    v.pipe(
      v.string(),
      v.minLength(6, 'a password of 6 to 200 characters'),
      v.maxLength(200, 'a password of 6 to 200 characters'),
    ),
  ),
  REGISTRATION: oneOf(['approval', 'closed']),
  AGENT_ACCESS: oneOf(AGENT_ACCESS),
  TRUST_PROXY: wholeNumber(10, '0'),
  RATE_LIMITS: oneOf(['on', 'off']),
  CONTACT_PHONE: v.optional(
    v.pipe(v.string(), v.regex(/^\+?[\d ()./-]{5,30}$/, 'a phone number like +34 600 000 000')),
    '+34 600 000 000',
  ),
  CONTACT_EMAIL: v.optional(
    v.pipe(v.string(), v.rfcEmail('an e-mail address')),
    'office@agency.example',
  ),
  CONTACT_LINKEDIN: v.optional(
    v.pipe(v.string(), v.check(webAddress, 'an address like https://www.linkedin.com/in/somebody')),
    'https://www.linkedin.com/in/agency-example',
  ),
});

function isDatabaseUrl(url: string): boolean {
  try {
    return providerOf(url) !== undefined;
  } catch {
    return false;
  }
}

/** Mistakes that show only when two values are seen together. */
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
