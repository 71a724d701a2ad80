import { withoutMarks } from './plain-text.ts';

/** What a spreadsheet writes in place of a long number, like `4,91577E+11`: its last digits are lost. */
export const EATEN = /\d+(?:[.,]\d+)?(?: ?[x*×] ?10\^?|E)\+?\d+/gi;

/** Whether a text is such a number and nothing else. */
export function isEatenNumber(text: string): boolean {
  const plain = withoutMarks(text).normalize('NFKC');
  return plain.search(EATEN) >= 0 && /^[\s'=+]*$/.test(plain.replace(EATEN, ''));
}
