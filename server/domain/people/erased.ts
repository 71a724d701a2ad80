import { isAnonymised } from '#contract/fields/anonymised.ts';
import { APPLICATION_COLUMNS, HISTORY_COLUMNS } from '#contract/fields/application-fields.ts';
import { CONTACT_COLUMNS } from '#contract/fields/contact-fields.ts';
import type { Column, NameOf, Personal } from '#contract/fields/field-table.ts';
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

/** The values of the personal columns of an anonymised inquiry. */
export const ANONYMOUS_CONTACT = anonymousOf(CONTACT_COLUMNS);
export const ANONYMOUS_APPLICATION = anonymousOf(APPLICATION_COLUMNS);
export const ANONYMOUS_ENTRY = anonymousOf(HISTORY_COLUMNS);

type Anonymous<C> = {
  [K in NameOf<C> as C[K] extends { personal: true } ? K : never]: C[K] extends {
    anonymised: infer Instead;
  }
    ? Instead
    : null;
};

/** The values of the personal columns of an anonymised row. */
function anonymousOf<C extends Record<string, Column & Personal>>(columns: C): Anonymous<C> {
  const personal = Object.entries(columns).filter(([, column]) => column.personal);
  return Object.fromEntries(
    personal.map(([name, { anonymised = null }]) => [name, anonymised]),
  ) as Anonymous<C>;
}
