import { newId } from './ids.ts';

/** Crockford's base 32: no letter looks like a digit. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The reference of the inquiry that is sent under this key, such as `7K3Q-M2XD`: people say it and write it down.
 * It follows from the random end of the key, so the phone knows it before the server does.
 */
export function referenceOf(key: string): string {
  return `${lettersOf(key.slice(-10, -5))}-${lettersOf(key.slice(-5))}`;
}

/** The reference in a text, such as a pasted message; the last one, because what a visitor wrote comes before it. */
export function referenceIn(text: string): string | null {
  return text.toUpperCase().match(REFERENCE)?.at(-1) ?? null;
}

const REFERENCE = /(?<![\w-])[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}(?![\w-])/g;

/** A new key of an inquiry that has this reference. */
export function keyWith(reference: string): string {
  const digits = reference.split('-').map((letters) => {
    const value = [...letters].reduce((sum, letter) => sum * 32 + LETTERS.indexOf(letter), 0);
    return value.toString(16).padStart(5, '0');
  });
  return newId().slice(0, -10) + digits.join('');
}

/** Five hexadecimal digits as four letters. */
function lettersOf(digits: string): string {
  const value = Number.parseInt(digits, 16);
  return [15, 10, 5, 0].map((shift) => LETTERS.charAt((value >> shift) & 31)).join('');
}
