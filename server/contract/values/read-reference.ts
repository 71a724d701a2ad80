import { newId } from '#contract/fields/ids.ts';
import { LETTERS } from '#contract/fields/references.ts';

/**
 * The reference in a text, such as a pasted message; the last one, because what a visitor wrote comes before it. Digits
 * alone, `3213-0036`, are a phone number in many countries: one reference in ten thousand has no letter, and is known by
 * the word before it.
 */
export function referenceIn(text: string): string | null {
  return text.toUpperCase().match(REFERENCE)?.at(-1) ?? null;
}

const REFERENCE =
  /(?<![\w-])(?:(?=[\d-]*[A-Z])|(?<=(?:R[EÉ]F[EÉ]REN(?:CE|Z|CIA)|RIFERIMENTO)[\s:]+))[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}(?![\w-])/g;

/** A new key of an inquiry that has this reference. */
export function keyWith(reference: string): string {
  const digits = reference.split('-').map((letters) => {
    const value = [...letters].reduce((sum, letter) => sum * 32 + LETTERS.indexOf(letter), 0);
    return value.toString(16).padStart(5, '0');
  });
  return newId().slice(0, -10) + digits.join('');
}
