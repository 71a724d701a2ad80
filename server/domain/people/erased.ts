import { isAnonymised } from '#contract/fields/anonymised.ts';
import { Problem } from '#contract/problems.ts';

/** The refusal of data about an erased person. */
export const ERASED = new Problem('person-not-found', 'This person was erased.');

/**
 * Whether a note or a follow-up day would say something about an anonymised person. A status alone says
 * nothing personal, and still counts.
 */
export function saysAboutErased(row: { email: string }, text: string | null): boolean {
  return text !== null && isAnonymised(row);
}
