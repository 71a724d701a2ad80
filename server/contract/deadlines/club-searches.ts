import type { Contact } from '#contract/contacts.ts';
import { SET_ASIDE } from '#contract/fields/contact-fields.ts';
import { isOneOf } from '#contract/fields/vocabulary.ts';
import { daysAfter } from './days.ts';

/** So many days before its last day, the search of a club is told. */
const BEFORE = 7;

/** The last day of the searches that are told from this day on, `YYYY-MM-DD`. */
export function searchesToldUntil(day: string): string {
  return daysAfter(day, BEFORE);
}

/** Whether the search of a club is near its end, or over, on this day. It is told until it is archived. */
export function isSearchTold(
  { wantedUntil, state, withdrawnAt }: Pick<Contact, 'wantedUntil' | 'state' | 'withdrawnAt'>,
  day: string,
): boolean {
  if (!wantedUntil || withdrawnAt !== null || isOneOf(SET_ASIDE, state)) return false;
  return wantedUntil <= searchesToldUntil(day);
}
