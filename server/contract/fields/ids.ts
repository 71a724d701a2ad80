let newest = 0;

/**
 * A new UUIDv7, which begins with the time it was made. Ids of one process sort in the order they were
 * made: within one millisecond, or after the clock was set back, the time advances by one. Written out
 * here because the public page loads it first, and a package is larger.
 */
export function newId(): string {
  newest = Math.max(Date.now(), newest + 1);
  const time = newest.toString(16).padStart(12, '0');
  const random = Array.from(crypto.getRandomValues(new Uint8Array(18)), hexDigit).join('');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random.slice(6)}`;
}

/** A new UUIDv7 of the moment of another; of now if that one tells none. */
export function newIdAt(id: string): string {
  return timeOfId(id) === null ? newId() : id.slice(0, 14) + newId().slice(14);
}

function hexDigit(byte: number): string {
  return (byte % 16).toString(16);
}

/** A secret of 256 random bits in base64url. Written out for the same reason. */
export function newLinkToken(): string {
  const bytes = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32)));
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replace('=', '');
}

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

/** When a UUIDv7 was made, in milliseconds since 1970; null for an id of another version. */
export function timeOfId(id: string): number | null {
  return id.charAt(14) === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : null;
}
