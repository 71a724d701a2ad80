import * as v from 'valibot';
import { growing, optionalWord } from './fields.ts';

/** Said of a text that is none of the words of a choice. */
export const NO_CHOICE = 'Please choose one of the values on offer.';

/** The field of one of a few words, or null. */
export function choiceOf<const Word extends string>(choices: readonly Word[]) {
  const row = v.nullable(growing(choices));
  return { draft: optionalWord(choices, NO_CHOICE), row, type: 'choice', choices } as const;
}
