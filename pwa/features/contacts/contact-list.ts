import { INQUIRY_FIELDS } from '#contract/contact-fields.ts';
import { searchableOf } from '#contract/field-table.ts';
import { type Haystack, searchTextOf } from '#pwa/lib/haystack.ts';
import type { ContactRow } from '#pwa/local/rows.ts';

/** `all` is what is neither spam nor archived. */
export const CONTACT_FILTERS = [
  'all',
  'unanswered',
  'answered',
  'converted',
  'spam',
  'archived',
] as const;
export type ContactFilter = (typeof CONTACT_FILTERS)[number];

/** A filter, or `aside`: what is spam or archived. */
export type ContactScope = ContactFilter | 'aside';

export const CONTACT_SORTS = ['received', 'oldest', 'name'] as const;
export type ContactSort = (typeof CONTACT_SORTS)[number];

/** A reply is promised within 48 hours. */
const PROMISE = 48 * 60 * 60_000;

/** True while somebody waits for a reply: nobody has answered, converted or set it aside. */
export function isUnanswered({ state, convertedToApplication }: ContactRow): boolean {
  return state === 'new' && !convertedToApplication;
}

/**
 * Milliseconds that are left of the promise to reply within 48 hours, negative when it is broken;
 * null when nobody waits any more.
 *
 * @param now milliseconds since 1970, by the server's clock
 */
export function timeLeft(contact: ContactRow, now: number): number | null {
  return isUnanswered(contact) ? Date.parse(contact.createdAt) + PROMISE - now : null;
}

/** What a search finds an inquiry by. */
export const haystackOf = searchTextOf(searchableOf(INQUIRY_FIELDS));

/** Newest first unless another order is chosen. */
export function sortedContacts(rows: readonly ContactRow[], sort: ContactSort): ContactRow[] {
  const newest = [...rows].sort((a, b) => {
    if (a.createdAt === b.createdAt) return b.id - a.id;
    return a.createdAt > b.createdAt ? -1 : 1;
  });
  if (sort === 'oldest') return newest.reverse();
  return sort === 'name' ? newest.sort((a, b) => names.compare(a.name, b.name)) : newest;
}

const names = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });

export interface FoundContacts {
  rows: ContactRow[];
  /** How many of the search's finds each filter would show. */
  counts: Record<ContactFilter, number>;
}

/** As findApplications. */
export function findContacts(
  rows: readonly ContactRow[],
  haystack: Haystack | null,
  { query, filter }: { query: string; filter: ContactScope },
): FoundContacts {
  const counts = { all: 0, unanswered: 0, answered: 0, converted: 0, spam: 0, archived: 0 };
  const found: ContactRow[] = [];
  const take = (row: ContactRow): void => {
    const filters = filtersOf(row);
    for (const each of filters) counts[each] += 1;
    const aside = filter === 'aside' && !filters.includes('all');
    if (aside || filters.some((each) => each === filter)) found.push(row);
  };
  const hits = haystack?.search(query) ?? null;
  if (hits === null) for (const row of rows) take(row);
  else
    for (const at of hits) {
      const row = rows[at];
      if (row) take(row);
    }
  return { rows: found, counts };
}

function filtersOf(row: ContactRow): readonly ContactFilter[] {
  if (row.state === 'spam' || row.state === 'archived') return [row.state];
  if (row.convertedToApplication) return ['all', 'converted'];
  return ['all', row.state === 'answered' ? 'answered' : 'unanswered'];
}
