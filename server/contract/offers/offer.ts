import * as v from 'valibot';
import { Application } from '#contract/applications.ts';
import { endpoint } from '#contract/endpoint.ts';
import type { ApplicationFieldName } from '#contract/fields/application-fields.ts';
import { instant, optionalText, requiredText, rowId, uuid } from '#contract/fields/fields.ts';
import { LANGUAGE_CODES } from '#contract/fields/vocabulary.ts';

/** What the page of an offer may show of a player, in its order. The day of birth is shown as the age. */
export const SHOWABLE = [
  'position',
  'dateOfBirth',
  'currentClub',
  'contractUntil',
  'foot',
  'heightCm',
  'nationality',
  'secondNationality',
  'links',
] as const satisfies readonly ApplicationFieldName[];
export type Showable = (typeof SHOWABLE)[number];

/** What a club may answer. */
export const ANSWERS = ['interested', 'not-now'] as const;
export type Answer = (typeof ANSWERS)[number];

/** How many days a page is open unless somebody ends it. */
export const OFFER_DAYS = 30;
/** The most offers of one player. */
export const MOST_OFFERS = 100;
/** The most bytes of the picture on a page. */
export const OFFER_PICTURE_BYTES = 60_000;
/** The longest side of that picture, in pixels. */
export const OFFER_PICTURE_SIDE = 960;

/** What a player's page for one club is made of. */
export const OfferDraft = v.object({
  club: requiredText,
  /** The inquiry of the club, if it asked. */
  contactId: v.optional(v.nullable(rowId), null),
  language: v.picklist(LANGUAGE_CODES),
  shows: v.array(v.picklist(SHOWABLE)),
  /** Some lines by the agent. */
  words: optionalText,
  /** The IANA time zone of the device that makes it: there the day of an answer is meant. */
  timeZone: optionalText,
});
export type OfferDraft = v.InferOutput<typeof OfferDraft>;

/** A player's page for one club, as the agency sees it. A newer server may know other words. */
export interface Offer extends OfferDraft {
  id: string;
  madeAt: string;
  /** The day of the player's consent under which it was made; null if there was none. */
  consentOn: string | null;
  /** The page is ended from then on. */
  until: string;
  /** When the server heard that the page was ended before its day. */
  endedAt?: string | undefined;
  /** How many people have opened it, and how often in all. */
  people: number;
  openings: number;
  openedAt: string | null;
  answer: Answer | null;
  answerWords: string | null;
  answeredAt: string | null;
}

/** Reads the column `offers` of an application, oldest first. A row of before on a phone has no such column yet. */
export function offersOf({ offers }: Partial<Pick<Application, 'offers'>>): Offer[] {
  return offers ? JSON.parse(offers) : [];
}

/**
 * Whether the page of an offer can be opened: up to its end, while the player's consent stands under which it was made,
 * not a later one, and unless the player is rejected.
 */
export function isOpen(
  { consentOn, until }: Pick<Offer, 'consentOn' | 'until'>,
  { offerConsentOn, status }: Pick<Application, 'offerConsentOn' | 'status'>,
  now: number,
): boolean {
  const agrees = offerConsentOn !== null && consentOn !== null && offerConsentOn <= consentOn;
  return agrees && status !== 'rejected' && Date.parse(until) > now;
}

/** SHA-256 of a token, in hex. */
const digest = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

/** A JPEG in base64; the server looks at its bytes. */
const picture = v.pipe(v.string(), v.maxLength(Math.ceil(OFFER_PICTURE_BYTES / 3) * 4));

/**
 * Makes a player's page for one club, or sets until when it is open; a day that has passed ends it. The device makes
 * the id and the token of the link (paths/offer-path.ts), and tells only the token's digest. The page is open while the
 * player's consent stands in `offerConsentOn` (isOpen). A page that is here already only gets another `until`; a first call
 * without `draft` and `digest`, and one more than MOST_OFFERS, are `invalid-input`. Of an anonymised person it is
 * refused with `person-not-found`.
 */
export const setOffer = endpoint('PUT', '/api/applications/:id/offers/:offerId', {
  access: 'dashboard',
  params: v.object({ id: uuid, offerId: uuid }),
  body: v.object({
    until: instant,
    draft: v.optional(OfferDraft),
    digest: v.optional(digest),
    picture: v.optional(v.nullable(picture), null),
  }),
  refusals: ['person-not-found'],
  idempotent: true,
  reply: Application,
});

/** Any text, so that every wrong token has the same answer. */
const token = v.pipe(v.string(), v.maxLength(1_000));

/** Counts that the page of an offer was opened by a person. Throws `link-not-found`. */
export const countOpening = endpoint('POST', '/api/offers/opened', {
  access: 'public',
  /** `isAgain`: by a browser that has opened it before. */
  body: v.object({ token, isAgain: v.boolean() }),
  idempotent: true,
  refusals: ['link-not-found'],
});

/**
 * What a club answers on the page of an offer; it may answer anew. It stands in the history of the player, to whom the
 * agency comes back at once if the club is interested. Throws `link-not-found`.
 */
export const answerOffer = endpoint('POST', '/api/offers/answer', {
  access: 'public',
  body: v.object({ token, answer: v.picklist(ANSWERS), words: optionalText }),
  idempotent: true,
  refusals: ['link-not-found'],
});
