import { isSearchTold } from '#contract/deadlines/club-searches.ts';
import { searchableOf } from '#contract/fields/field-table.ts';
import { INQUIRY_FIELDS, REPLY_WITHIN } from '#contract/fields/inquiry-fields.ts';
import { CONTACT_STATES, type ContactState, isOneOf } from '#contract/fields/vocabulary.ts';
import { WANTED_FIELDS } from '#contract/fields/wanted-fields.ts';
import { byText } from '#pwa/lib/text/by-text.ts';
import { type Found, findRows } from '#pwa/lib/text/find-rows.ts';
import { type Haystack, searchTextOf } from '#pwa/lib/text/haystack.ts';
import type { ContactRow } from '#pwa/local/database/rows.ts';
import { isAside } from './contact-state-look.ts';

/** `unanswered` is the state `new`; `all` leaves out inquiries set aside, such as spam. */
export type ContactFilter =
  | 'all'
  | 'unanswered'
  | 'converted'
  | 'withdrawn'
  | Exclude<ContactState, 'new'>;
export const CONTACT_FILTERS: readonly ContactFilter[] = [
  'all',
  ...CONTACT_STATES.filter((state) => !isAside(state)).map(filterOfState),
  'converted',
  'withdrawn',
  ...CONTACT_STATES.filter(isAside).map(filterOfState),
];

/** A filter, or `any` for all inquiries, also the ones that `all` leaves out. */
export type ContactScope = ContactFilter | 'any';

export const CONTACT_SORTS = ['received', 'oldest', 'name', 'position', 'currentClub'] as const;
export type ContactSort = (typeof CONTACT_SORTS)[number];

/** How the message begins, in one line. */
export function excerptOf({ message }: Pick<ContactRow, 'message'>): string {
  return message.slice(0, 300).replace(/\s+/g, ' ').trim();
}

/** Whether an application can be made of it. */
export function isConvertible(contact: ContactRow): boolean {
  return !isTaken(contact) && contact.withdrawnAt === null;
}

/** Whether it has become an application, or stands in the history of one. */
function isTaken({
  convertedToApplication,
  addedTo,
}: Pick<ContactRow, 'convertedToApplication' | 'addedTo'>): boolean {
  return convertedToApplication || addedTo !== null;
}

/** True while the visitor waits for a reply, or a suspect inquiry for a person who says whether it is real. */
export function isUnanswered(contact: ContactRow): boolean {
  return contact.state === 'new' && isConvertible(contact);
}

/**
 * Milliseconds until the reply is due, 48 hours after the inquiry; negative if it is late. Null if the
 * visitor waits for no reply, or may be a machine.
 *
 * @param now milliseconds since 1970, by the server's clock
 */
export function timeLeft(contact: ContactRow, now: number): number | null {
  if (contact.suspect || !isUnanswered(contact)) return null;
  // An inquiry may be newer than the time that the screens show.
  return Math.min(Date.parse(contact.createdAt) + REPLY_WITHIN - now, REPLY_WITHIN - 1);
}

/** A reply that is due within this time is urgent, in ms. */
const SOON = 24 * 60 * 60_000;

/**
 * The inquiries whose visitor waits for a reply: late or due within a day, the most urgent first; the others and those
 * that look like spam, newest first.
 *
 * @param now milliseconds since 1970, by the server's clock
 */
export function waitingContacts(
  rows: readonly ContactRow[],
  now: number,
): Record<'urgent' | 'fresh' | 'doubtful', ContactRow[]> {
  const waiting = rows.filter(isUnanswered);
  const isUrgent = (contact: ContactRow) => (timeLeft(contact, now) ?? SOON + 1) <= SOON;
  const newest = (isWanted: (contact: ContactRow) => boolean) =>
    sortedContacts(waiting.filter(isWanted), 'received');
  return {
    urgent: sortedContacts(waiting.filter(isUrgent), 'oldest'),
    fresh: newest((contact) => !contact.suspect && !isUrgent(contact)),
    doubtful: newest(({ suspect }) => suspect),
  };
}

/**
 * The inquiries of clubs whose search is near its end, the earliest first; those that wait for a reply are told as such.
 *
 * @param today `YYYY-MM-DD` on this device
 */
export function endingSearches(rows: readonly ContactRow[], today: string): ContactRow[] {
  return rows
    .filter((contact) => isSearchTold(contact, today) && !isUnanswered(contact))
    .sort((one, other) => (one.wantedUntil ?? '').localeCompare(other.wantedUntil ?? ''));
}

/** The fields in which a search looks. */
export const SEARCHED = [
  ...searchableOf(INQUIRY_FIELDS),
  ...searchableOf(WANTED_FIELDS),
  'notes',
  'reference',
] as const;

/** The text in which a search looks for an inquiry. */
export const haystackOf = searchTextOf(SEARCHED);

/** Newest first unless another order is chosen. */
export function sortedContacts(rows: readonly ContactRow[], sort: ContactSort): ContactRow[] {
  const newest = [...rows].sort((a, b) => {
    if (a.createdAt === b.createdAt) return b.id - a.id;
    return a.createdAt > b.createdAt ? -1 : 1;
  });
  if (sort === 'oldest') return newest.reverse();
  return sort === 'received' ? newest : newest.sort(byText(sort));
}

/**
 * The rows that match a search and a filter, in their order.
 *
 * @param haystack of the same rows in the same order; null without a search
 */
export function findContacts(
  rows: readonly ContactRow[],
  haystack: Haystack | null,
  { query, filter }: { query: string; filter: ContactScope },
): Found<ContactRow, ContactScope> {
  const filters = [...CONTACT_FILTERS, 'any'] as const;
  return findRows(rows, haystack, { query, filter, filters, filtersOf });
}

function filtersOf(contact: ContactRow): readonly ContactScope[] {
  const { state, withdrawnAt } = contact;
  const known = isOneOf(CONTACT_STATES, state);
  if (known && isAside(state)) return ['any', filterOfState(state)];
  if (withdrawnAt !== null) return ['any', 'all', 'withdrawn'];
  if (isTaken(contact)) return ['any', 'all', 'converted'];
  return known ? ['any', 'all', filterOfState(state)] : ['any', 'all'];
}

function filterOfState(state: ContactState): ContactFilter {
  return state === 'new' ? 'unanswered' : state;
}

/** True for an inquiry that was converted or added, unless it is set aside, for example as spam. */
export function isSettled(contact: ContactRow): boolean {
  const isTaken = contact.convertedToApplication || contact.addedTo !== null;
  return isTaken && !isAside(contact.state);
}

/** Whether its state can be chosen. */
export function isHandled(contact: ContactRow): boolean {
  return !isSettled(contact) && contact.withdrawnAt === null;
}
