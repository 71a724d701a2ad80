import { randomBytes, randomInt } from 'node:crypto';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { COMMON_PASSWORD_MESSAGE } from '#contract/auth.ts';
import { Problem } from '#contract/problems.ts';
import { canonicalPassword } from '#contract/values/password.ts';
import type { Db } from '#prisma/client.ts';
import { currentVersion } from '#server/domain/site/site.ts';
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

/** The names by which an attacker would guess a user's password. */
interface Named {
  username: string;
  firstName: string;
  lastName: string;
}

/**
 * Throws `invalid-input` for a password that is guessed first.
 *
 * @param field of the form that sent it
 */
export async function refuseCommon(
  db: Db,
  password: string,
  { username, firstName, lastName }: Named,
  field: 'password' | 'newPassword',
): Promise<void> {
  const { name = '', legalName = '' } = (await currentVersion(db))?.content.settings ?? {};
  if (!isCommonPassword(password, [username, firstName, lastName, name, legalName])) return;
  const fields = { [field]: COMMON_PASSWORD_MESSAGE };
  throw new Problem('invalid-input', COMMON_PASSWORD_MESSAGE, { fields });
}

/**
 * True for one of the commonest passwords in any case, for letters or digits in a row, also with digits or signs around
 * them, for fewer than three different characters, and if little but a name or what the agency does is in it.
 *
 * @param names of the account and of the agency
 */
export function isCommonPassword(password: string, names: readonly string[]): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  const word = plain.replace(/^[\W\d_]+|[\W\d_]+$/g, '');
  return (
    [plain, word].some((each) => COMMON_PASSWORDS.has(each) || isInRow(each)) ||
    isMadeOf(plain, [...names, 'football', 'agent', 'agency']) ||
    new Set(plain).size < 3
  );
}

/** True for letters or digits that follow each other, up or down: `abcdef`, `987654321`. */
function isInRow(text: string): boolean {
  const codes = Array.from(text, (letter) => letter.charCodeAt(0));
  const steps = new Set(codes.slice(1).map((code, at) => code - (codes[at] ?? 0)));
  return codes.length > 3 && steps.size === 1 && (steps.has(1) || steps.has(-1));
}

/** Whether fewer than four letters are left of a text without these names. */
function isMadeOf(text: string, names: readonly string[]): boolean {
  const plain = names.map((name) => name.normalize('NFKC').toLowerCase());
  const parts = plain
    .flatMap((name) => name.split(/[^\p{L}\p{N}]+/u))
    .filter((part) => part.length > 2)
    .sort((one, other) => other.length - one.length);
  const rest = parts.reduce((left, part) => left.replaceAll(part, ' '), text);
  return plain.includes(text) || (rest !== text && rest.replace(/\P{L}/gu, '').length < 4);
}

/** How long a generated password may wait for its one sign-in, in milliseconds. */
const GENERATED_LIFE = 7 * 24 * 60 * 60_000;

/** What the row of a user holds while the password is a generated one, and after the user has chosen another. */
export const generatedPassword = (passwordHash: string, now = new Date()) => ({
  passwordHash,
  mustChangePassword: true,
  passwordEndsAt: new Date(now.getTime() + GENERATED_LIFE),
});
export const chosenPassword = (passwordHash: string) => ({
  passwordHash,
  mustChangePassword: false,
  passwordEndsAt: null,
});

/** A password for a first sign-in: 25 characters (145 bits), none of them easily misread. */
export function makeUpPassword(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
  const characters = Array.from({ length: 25 }, () => letters.charAt(randomInt(letters.length)));
  return characters.join('').replace(/.{5}(?=.)/g, '$&-');
}

let dummy: Promise<string> | undefined;

function dummyHash(): Promise<string> {
  dummy ??= hashPassword(randomBytes(16).toString('hex'));
  return dummy;
}
