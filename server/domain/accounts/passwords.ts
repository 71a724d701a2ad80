import { randomBytes, randomInt } from 'node:crypto';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { canonicalPassword } from '#contract/values/password.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';
import { PASSWORD_COST } from './password-cost.ts';
import { type PasswordLine, runHash } from './password-queue.ts';

export function hashPassword(password: string, line: PasswordLine = 'known'): Promise<string> {
  return runHash(line, () => hash(canonicalPassword(password), PASSWORD_COST));
}

/**
 * Whether `password` matches the hash `stored`. Takes the same time without a stored hash, so that
 * the time of an answer does not tell which usernames exist.
 */
export async function verifyPassword(
  password: string,
  stored: string | null,
  line: PasswordLine = 'known',
): Promise<boolean> {
  const against = stored ?? (await dummyHash());
  const canonical = canonicalPassword(password);
  let right = await runHash(line, () => verify(against, canonical));
  // Older hashes are of passwords as they were typed.
  if (!right && canonical !== password)
    right = await runHash(line, () => verify(against, password));
  return right && stored !== null;
}

/** True for a hash made at another cost than today's. */
export function isOutdated(stored: string): boolean {
  const made = parseOptions(stored);
  return (
    made.memoryCost !== PASSWORD_COST.memoryCost ||
    made.timeCost !== PASSWORD_COST.timeCost ||
    made.parallelism !== PASSWORD_COST.parallelism
  );
}

/**
 * True for one of the commonest passwords in any case, also with digits or signs around it, for the
 * username itself, and for fewer than three different characters.
 */
export function isCommonPassword(password: string, username: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  const word = plain.replace(/^[\W\d_]+|[\W\d_]+$/g, '');
  return (
    COMMON_PASSWORDS.has(plain) ||
    COMMON_PASSWORDS.has(word) ||
    plain === username.normalize('NFKC').toLowerCase() ||
    new Set(plain).size < 3
  );
}

/** A password for a first sign-in: 20 characters (103 bits), none of them easily misread. */
export function makeUpPassword(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
  const characters = Array.from({ length: 20 }, () => letters.charAt(randomInt(letters.length)));
  return characters.join('').replace(/.{5}(?=.)/g, '$&-');
}

let dummy: Promise<string> | undefined;

function dummyHash(): Promise<string> {
  dummy ??= hashPassword(randomBytes(16).toString('hex'));
  return dummy;
}
