import { isOneOf } from '#contract/fields/vocabulary.ts';

/** What happens to an offer. */
export const OFFER_EVENTS = ['made', 'ended', 'opened', 'interested', 'not-now'] as const;
export type OfferEvent = (typeof OFFER_EVENTS)[number];

export interface OfferNote {
  event: OfferEvent;
  club: string;
  /** What the club has written. */
  words: string | null;
}

/** How each of these notes begins. */
export const OFFER_NOTE = 'Offer (';

/**
 * The note that an event leaves in the history of the player, as a consent does (fields/guardian-consent.ts); pages have
 * words of their own for it.
 */
export function offerNote({ event, club, words }: OfferNote): string {
  return `${OFFER_NOTE}${event}): ${club}${words ? `\n${words}` : ''}`;
}

const FORM = /^Offer \(([a-z-]+)\): ([^\n]+)(?:\n(.*))?$/s;

/** The event that a note tells of; null if it tells of none. */
export function offerIn(notes: string | null): OfferNote | null {
  const [, event = '', club = '', words = null] = FORM.exec(notes ?? '') ?? [];
  return isOneOf(OFFER_EVENTS, event) ? { event, club, words } : null;
}
