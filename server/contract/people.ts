import * as v from 'valibot';
import { emailField, instant, uuid } from '#contract/fields/fields.ts';
import { Application, HistoryEntry } from './applications.ts';
import { Contact } from './contacts.ts';
import { endpoint } from './endpoint.ts';
import { ShownPlayer } from './site.ts';

const anyValue = v.nullable(v.union([v.string(), v.number(), v.boolean()]));

/**
 * Everything about one person: the inquiries and applications under an e-mail address, in whatever
 * case it was typed, or one application that has none, the records converted from or into them, what stands under the
 * address beside players, and what waits of the person after a restore.
 */
export const Person = v.object({
  /** '' if an application was asked for. */
  email: v.string(),
  exportedAt: instant,
  contacts: v.array(Contact),
  applications: v.array(
    v.object({
      ...Application.entries,
      history: v.array(HistoryEntry),
      /** The pictures on the pages of offers: JPEGs in base64. */
      offerPictures: v.array(v.string()),
    }),
  ),
  /** What the public site shows of the person, and the consent to it. */
  shownPlayers: v.array(ShownPlayer),
  /** What stands about the person beside players, such as a mother's number. */
  beside: v.array(v.record(v.string(), v.string())),
  /** What devices have offered of the person since a restore, while no admin has decided about it (backups/copies.ts). */
  copies: v.array(
    v.object({
      list: v.string(),
      row: v.record(v.string(), anyValue),
      history: v.array(v.record(v.string(), v.unknown())),
    }),
  ),
});
export type Person = v.InferOutput<typeof Person>;

/** `anonymise` keeps the counted values (status, dates, source); `delete` keeps nothing. */
export const ERASURES = ['anonymise', 'delete'] as const;
export type Erasure = (typeof ERASURES)[number];

const ADDRESS_MESSAGE = 'Please enter a valid email address.';

/** The person of an e-mail address, or of an application without one. */
const Whose = v.object({
  email: v.optional(emailField(ADDRESS_MESSAGE)),
  applicationId: v.optional(uuid),
});
export type Whose = v.InferInput<typeof Whose>;

function namesOne({ email, applicationId }: Whose): boolean {
  return !email !== !applicationId;
}

/** Asked by POST, so that no address stands in a URL. Throws `person-not-found`. */
export const exportPerson = endpoint('POST', '/api/people/export', {
  access: 'admin',
  fresh: true,
  body: v.pipe(
    Whose,
    v.forward(
      v.check((whose) => namesOne(whose), ADDRESS_MESSAGE),
      ['email'],
    ),
  ),
  refusals: ['person-not-found'],
  reply: Person,
});

/** Answers with how many records were erased. Throws `person-not-found`. */
export const erasePerson = endpoint('POST', '/api/people/erase', {
  access: 'admin',
  fresh: true,
  body: v.pipe(
    v.object({ ...Whose.entries, how: v.picklist(ERASURES) }),
    v.forward(
      v.check((whose) => namesOne(whose), ADDRESS_MESSAGE),
      ['email'],
    ),
  ),
  idempotent: true,
  refusals: ['person-not-found'],
  reply: v.object({ contacts: v.number(), applications: v.number() }),
});
