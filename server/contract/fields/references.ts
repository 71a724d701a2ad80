/** Crockford's base 32: no letter looks like a digit. */
export const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The reference of the inquiry that is sent under this key, such as `7K3Q-M2XD`: people say it and write it down.
 * It follows from the random end of the key, so the phone knows it before the server does.
 */
export function referenceOf(key: string): string {
  return `${lettersOf(key.slice(-10, -5))}-${lettersOf(key.slice(-5))}`;
}

/** Five hexadecimal digits as four letters. */
function lettersOf(digits: string): string {
  const value = Number.parseInt(digits, 16);
  return [15, 10, 5, 0].map((shift) => LETTERS.charAt((value >> shift) & 31)).join('');
}
