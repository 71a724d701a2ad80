/** The values that a setting may have. Every message completes the sentence "NAME must be …". */
import { createECDH } from 'node:crypto';
import { isAbsolute } from 'node:path';
import * as v from 'valibot';
import { isUsername } from '#contract/fields/username.ts';
import { providerOf } from '#prisma/url.ts';

export const SECRETS = 'secrets of at least 32 characters, separated by commas';
const secret = v.pipe(v.string(), v.minLength(32, `one or more ${SECRETS}`));

export const sessionKeys = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((key) => key.trim())),
  v.tupleWithRest([secret], secret),
);

/** A private key of the curve P-256, in base64url. */
export const pushKey = v.pipe(
  v.string(),
  v.regex(/^[\w-]{43}$/, 'a private key of VAPID, 43 characters of base64url'),
  v.check(isKeyOfP256, 'a private key of VAPID, 43 characters of base64url'),
);

export const origin = v.pipe(
  v.string(),
  v.check(
    (text) => webAddress(text) && new URL(text).href === `${new URL(text).origin}/`,
    'an address without a path, like https://agency.example',
  ),
  v.transform((text) => new URL(text).origin),
);
export const host = v.pipe(v.string(), v.regex(/^[\w.:%-]+$/, 'a host name or address'));
export const databaseUrl = v.pipe(
  v.string(),
  v.check(isDatabaseUrl, 'file:<path> or postgres://<user>@<host>/<database>'),
  v.check(
    (url) => !isCutByPassword(url),
    'an address whose password is percent-encoded: %2F for /, %23 for #, %3F for ?, %40 for @',
  ),
);
export const phone = v.pipe(
  v.string(),
  v.regex(/^\+?[\d ()./-]{5,30}$/, 'a phone number like +34 600 000 000'),
);
export const email = v.pipe(v.string(), v.rfcEmail('an e-mail address'));
export const smtpUrl = v.pipe(
  v.string(),
  v.check(isSmtpUrl, 'smtp://<user>:<password>@<host>:<port>, or smtps://… where TLS comes first'),
);
export const link = v.pipe(
  v.string(),
  v.check(webAddress, 'an address like https://www.linkedin.com/in/somebody'),
);

/** One of these words; the first is the default. */
export function oneOf<const W extends string>(words: readonly [W, ...W[]]) {
  return v.optional(v.picklist(words, words.join(' or ')), words[0]);
}

export function wholeNumber(max: number, fallback: string, min = 0) {
  const message = `a whole number from ${min} to ${max}`;
  const number = v.pipe(
    v.string(),
    v.regex(/^\d{1,6}$/, message),
    v.transform(Number),
    v.minValue(min, message),
    v.maxValue(max, message),
  );
  return v.optional(number, fallback);
}

export const username = v.pipe(
  textOf(2, 60, 'a name'),
  v.check(isUsername, 'a name of letters, digits and signs of the keyboard'),
);

/** A phone may repeat a call for so many days: nothing is deleted earlier. */
const LEAST_DAYS = 60;
const DAYS = `a number of days from ${LEAST_DAYS} to 36500`;

/** For how many days something is kept. */
export function daysKept(fallback: string) {
  return v.optional(daysOf(DAYS, LEAST_DAYS), fallback);
}

const DAYS_OR_ALWAYS = `0 or ${DAYS}`;
/** For how many days something is stored; 0, the default, means for ever. */
export const daysKeptOrAlways = v.optional(
  v.pipe(
    daysOf(DAYS_OR_ALWAYS, 0),
    v.check((days) => days === 0 || days >= LEAST_DAYS, DAYS_OR_ALWAYS),
  ),
  '0',
);

function daysOf(message: string, least: number) {
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,5}$/, message),
    v.transform(Number),
    v.minValue(least, message),
    v.maxValue(36_500, message),
  );
}

export function textOf(min: number, max: number, what: string) {
  const message = `${what} of ${min} to ${max} characters`;
  return v.pipe(v.string(), v.minLength(min, message), v.maxLength(max, message));
}

/** Of a folder that may be another disk's. */
export const absolutePath = v.pipe(
  textOf(1, 1_000, 'a folder'),
  v.check(isAbsolute, 'a folder with its whole path, like /mnt/backups'),
);

/** Null if it is not set. */
export function orNull<const S extends v.GenericSchema<string, unknown>>(schema: S) {
  return v.optional(v.nullable(schema), null);
}

function isKeyOfP256(text: string): boolean {
  try {
    createECDH('prime256v1').setPrivateKey(text, 'base64url');
    return true;
  } catch {
    return false;
  }
}

function webAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

function isDatabaseUrl(url: string): boolean {
  try {
    return providerOf(url) !== undefined;
  } catch {
    return false;
  }
}

/** Whether a letter of the password ends the name of the host, so that the rest of the password is taken for a path. */
function isCutByPassword(url: string): boolean {
  if (!/^postgres(ql)?:\/\/[^@/?#:]+:[^/?#]*[/?#].*@/.test(url)) return false;
  if (!URL.canParse(url)) return true;
  const { pathname, search, hash } = new URL(url);
  return `${pathname}${search.includes('=') ? '' : search}${hash}`.includes('@');
}

/** Without path or query, and with parts that can be decoded. */
function isSmtpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, pathname, search, hash } = new URL(text);
  const isBare = (pathname === '' || pathname === '/') && search === '' && hash === '';
  try {
    decodeURIComponent(`${username}${password}`);
  } catch {
    return false;
  }
  return (
    /^smtps?:$/.test(protocol) && hostname !== '' && isBare && (password === '' || username !== '')
  );
}
