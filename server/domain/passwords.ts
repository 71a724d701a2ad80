import { randomBytes, randomInt } from 'node:crypto';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { COMMON_PASSWORDS } from './common-passwords.ts';

/** argon2id with 19 MiB, two passes, one lane (OWASP's second choice of equal strength). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/**
 * Whether `password` is the one of `stored`. Takes as long without a stored hash, so that the time
 * of an answer does not tell which names exist.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const right = await verify(stored ?? (await dummyHash()), password);
  return right && stored !== null;
}

/** True when a hash was made at another cost than today's. */
export function isOutdated(stored: string): boolean {
  const made = parseOptions(stored);
  return (
    made.memoryCost !== COST.memoryCost ||
    made.timeCost !== COST.timeCost ||
    made.parallelism !== COST.parallelism
  );
}

/**
 * True for one of the commonest passwords, whatever its case, also with digits or signs around it,
 * and for the username itself.
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

/** A password for a first sign-in: 20 characters (103 bits) that cannot be mistaken for others. */
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
