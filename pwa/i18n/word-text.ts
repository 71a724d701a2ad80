import {
  CONTACT_STATES,
  FEET,
  INQUIRY_TYPES,
  isOneOf,
  REASONS,
  RELATIONS,
  STATUSES,
  WRITERS,
  YES_NO,
} from '#contract/fields/vocabulary.ts';
import { PROBLEMS, type ReceivedProblem } from '#contract/problems.ts';
import type { TextAccess } from './text-context.tsx';

/** The lists of words whose texts are named after them. */
const WORDS = {
  status: STATUSES,
  statusShort: STATUSES,
  contactState: CONTACT_STATES,
  inquiryType: INQUIRY_TYPES,
  inquiryTypeShort: INQUIRY_TYPES,
  writtenBy: WRITERS,
  reasons: REASONS,
  choices: [...FEET, ...YES_NO],
  relations: RELATIONS,
};

/** The text of a word of the contract. A word that only a newer server knows is its own text. */
export function wordText<List extends keyof typeof WORDS>(
  t: TextAccess['t'],
  list: List,
  word: string,
): string {
  const words: readonly (typeof WORDS)[List][number][] = WORDS[list];
  return isOneOf(words, word) ? t(`${list}.${word}` as `status.${'pending'}`) : word;
}

/** Why the server refused something. A refusal that only a newer server knows has its own words. */
export function problemText(
  t: TextAccess['t'],
  { code, message }: Pick<ReceivedProblem, 'code' | 'message'>,
): string {
  return isProblemCode(code) ? t(`problem.${code}`) : message;
}

function isProblemCode(code: string): code is keyof typeof PROBLEMS {
  return Object.hasOwn(PROBLEMS, code);
}
