import * as v from 'valibot';
import { requiredText, uuid } from '#contract/fields/fields.ts';
import { foldText } from '#contract/values/fold-text.ts';
import { endpoint } from './endpoint.ts';

/** The most views of one account. */
export const MOST_VIEWS = 50;

/** The most characters of a view's name. */
export const LONGEST_NAME = 60;

/** A filter, an order or a column by its id; a newer app may know more of them. */
const word = v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/, 'Not the id of a choice.'));

/**
 * A named choice of what a list shows: filter, order, words that columns must have, and the columns of its table. The
 * text of the search is not part of it: that names people, and a view would outlive their erasure. A view
 * that names a person is removed with the records of that person.
 */
const entries = {
  name: v.pipe(requiredText, v.maxLength(LONGEST_NAME, 'This text is too long.')),
  list: v.picklist(['applications', 'contacts']),
  filter: word,
  sort: word,
  /** By the id of a column the text that its cells must contain. */
  where: v.pipe(
    v.record(word, requiredText),
    v.check((all) => Object.keys(all).length <= 20),
  ),
  /** The ids of the columns; null for the default columns of the list. */
  columns: v.nullable(v.pipe(v.array(word), v.maxLength(40))),
};
export const ViewDraft = v.object(entries);
export type ViewDraft = v.InferOutput<typeof ViewDraft>;

export const SavedView = v.object({ id: uuid, ...entries });
export type SavedView = v.InferOutput<typeof SavedView>;

/** The views of the calling account, by name. */
export const listViews = endpoint('GET', '/api/views', {
  access: 'dashboard',
  reply: v.object({ views: v.array(SavedView) }),
});

/** The people of a record, as far as a view can name one: an inquiry may name its writer and the player. */
interface Person {
  name?: string;
  playerName?: string | null;
  email: string;
  phone: string | null;
}

/** A shorter address, number or single name, such as "-" or "Ana", identifies no one. */
const SHORTEST = 6;

/** True if the name or a filter of a view holds the full name, e-mail address or phone number of a person. */
export function namesPerson(
  { name, where }: Pick<SavedView, 'name' | 'where'>,
  person: Person,
): boolean {
  const said = foldText([name, ...Object.values(where)].join('\n'));
  const names = [person.name ?? '', person.playerName ?? ''].map((full) => foldText(full).trim());
  const addresses = [person.email, person.phone ?? ''].map(foldText);
  return (
    addresses.some((address) => address.length >= SHORTEST && said.includes(address)) ||
    names.some(
      (full) =>
        (full.length >= SHORTEST || full.includes(' ')) && wordsOf(said).includes(wordsOf(full)),
    )
  );
}

/** The words of a text, each between two blanks. */
function wordsOf(text: string): string {
  return ` ${text.split(/[^\p{L}\p{N}]+/u).join(' ')} `;
}

/**
 * Keeps a view of the calling account under an id that its device has made, or changes it. Of two changes the one that
 * was made later counts, whichever arrives first. Throws `too-many-views`.
 */
export const keepView = endpoint('PUT', '/api/views', {
  access: 'dashboard',
  body: SavedView,
  refusals: ['too-many-views'],
  idempotent: true,
});

/** Removes a view of the calling account. Throws `view-not-found`. */
export const removeView = endpoint('DELETE', '/api/views/:id', {
  access: 'dashboard',
  params: v.object({ id: uuid }),
  idempotent: true,
});
