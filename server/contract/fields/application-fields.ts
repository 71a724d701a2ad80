import * as v from 'valibot';
import { version } from '#contract/delta.ts';
import { optionalLinks } from '#contract/paths/links.ts';
import { ANONYMISED } from './anonymised.ts';
import { choiceOf } from './choice-of.ts';
import { optionalBirthday, optionalDay } from './day-fields.ts';
import { type Column, type Field, nullableText, type Personal } from './field-table.ts';
import {
  growing,
  instant,
  nameField,
  optionalEmail,
  optionalLongText,
  optionalNotes,
  optionalPhone,
  optionalText,
  rowId,
  uuid,
  wholeNumber,
} from './fields.ts';
import { optionalPeople } from './player-people.ts';
import { FEET, REASONS, STATUSES, YES_NO } from './vocabulary.ts';

const fullName = nameField('Name must be at least 2 characters.');
const MESSAGE = 'Please enter a valid email address.';
/** Missing, null and blank all become '', for a player who was entered without one. */
const email = v.optional(v.nullable(optionalEmail(MESSAGE), ''), '');
const status = growing(STATUSES);

/** A card of facts about the player, or a card of its own for a long text. */
interface ApplicationField extends Field, Personal {
  card: 'contact' | 'people' | 'football' | 'contract' | 'own';
}

/**
 * What a person fills in about a player, one line per field: form, detail, search, export, conflicts,
 * erasure and the dialog that mends a queued change follow from it.
 */
// biome-ignore format: one line per field
export const APPLICATION_FIELDS = {
  playerName: { draft: fullName, personal: true, anonymised: ANONYMISED.name, searchable: true, card: 'contact', type: 'name' },
  email: { draft: email, personal: true, anonymised: ANONYMISED.email, searchable: true, card: 'contact', type: 'email' },
  phone: { draft: optionalPhone, personal: true, searchable: true, card: 'contact', type: 'tel' },
  city: { draft: optionalText, personal: true, searchable: true, card: 'contact', type: 'name' },
  nationality: { draft: optionalText, personal: true, searchable: true, card: 'contact', after: 'playerName', type: 'name' },
  secondNationality: { draft: optionalText, personal: true, searchable: true, card: 'contact', after: 'nationality', type: 'name' },
  dateOfBirth: { draft: optionalBirthday, personal: true, card: 'contact', type: 'date', isBirth: true },
  people: { draft: optionalPeople, personal: true, searchable: true, card: 'people', multiline: true, type: 'people' },
  currentClub: { draft: optionalLongText, personal: true, searchable: true, card: 'football', type: 'name' },
  position: { draft: optionalLongText, personal: false, searchable: true, card: 'football' },
  foot: { ...choiceOf(FEET), personal: true, card: 'football' },
  heightCm: { ...wholeNumber(100, 230), personal: true, card: 'football' },
  links: { draft: optionalLinks, personal: true, searchable: true, card: 'football', multiline: true, type: 'links' },
  contractUntil: { draft: optionalDay, personal: true, card: 'contract', type: 'date' },
  mandateFrom: { draft: optionalDay, personal: true, card: 'contract', type: 'date' },
  mandateUntil: { draft: optionalDay, personal: true, card: 'contract', type: 'date' },
  mandateExclusive: { ...choiceOf(YES_NO), personal: true, card: 'contract' },
  /** When the mandate was reported on the platform of FIFA or of the federation. */
  mandateReportedOn: { draft: optionalDay, personal: true, card: 'contract', type: 'date' },
  /** Another agent who represents the player, and until when. */
  otherAgent: { draft: optionalText, personal: true, searchable: true, card: 'contract', type: 'name' },
  otherAgentUntil: { draft: optionalDay, personal: true, card: 'contract', type: 'date' },
  /** Since when the player, or a guardian, agrees to be offered to clubs; without it no page of an offer opens. */
  offerConsentOn: { draft: optionalDay, personal: true, card: 'contract', type: 'date' },
  agentNotes: { draft: optionalNotes, personal: true, searchable: true, card: 'own', multiline: true },
} as const satisfies Record<string, ApplicationField>;
export type ApplicationFieldName = keyof typeof APPLICATION_FIELDS;

/** Every column of an application. */
// biome-ignore format: one line per column
export const APPLICATION_COLUMNS = {
  id: { row: uuid, personal: false },
  ...APPLICATION_FIELDS,
  /** What the inquiry said when it was asked whether the player is under 18. */
  under18: { row: v.nullable(growing(YES_NO)), personal: true },
  status: { row: status, personal: false },
  /** `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM` in the agent's own time zone: when to come back to this player. */
  followUpOn: { row: nullableText, personal: true },
  /** JSON, `Offer[]` of contract/offers/offer.ts; null for none. Only the server writes it. */
  offers: { row: nullableText, personal: true },
  /** When it was removed as a mistake: no list shows it. Null for all others. */
  removedAt: { row: v.nullable(instant), personal: false },
  /** The inquiry that it was converted from. */
  contactId: { row: v.nullable(rowId), personal: false },
  createdAt: { row: instant, personal: false },
  updatedAt: { row: instant, personal: false },
  version: { row: version, personal: false },
} as const satisfies Record<string, Column & Personal>;

const anyValue = v.nullable(v.union([v.string(), v.number()]));
/** What an edit did to one field. A phone may not know the name of the field. */
export const FieldEdit = v.object({ field: v.string(), before: anyValue, after: anyValue });
export type FieldEdit = v.InferOutput<typeof FieldEdit>;

/** Every column of an entry of the history: one change of status, a note, or an edit of fields. */
// biome-ignore format: one line per column
export const HISTORY_COLUMNS = {
  /** The key of the change that made it. */
  id: { row: uuid, personal: false },
  applicationId: { row: uuid, personal: false },
  previousStatus: { row: status, personal: false },
  /** The same as `previousStatus` in a note and an edit. */
  newStatus: { row: status, personal: false },
  notes: { row: nullableText, personal: true },
  /** Why it was rejected. One that was given later has an entry of its own, with two equal statuses. */
  reason: { row: v.nullable(growing(REASONS)), personal: true },
  /** What an edit changed; null in every other entry. */
  edits: { row: v.nullable(v.array(FieldEdit)), personal: true },
  /** When it happened on the device, never later than it arrived. */
  createdAt: { row: instant, personal: false },
  /** When the server recorded it. Entries are ordered by `version`, not by any clock. */
  arrivedAt: { row: instant, personal: false },
  /** Who made it: about a user, not about the player. */
  userId: { row: v.nullable(rowId), hidden: true, personal: false },
  /** The inquiry that a note tells of: who wrote it may be erased without the player. */
  contactId: { row: v.nullable(rowId), hidden: true, personal: false },
  version: { row: version, personal: false },
} as const satisfies Record<string, Column & Personal>;
