import type { Application } from '#contract/applications.ts';
import type { Offer, OfferDraft } from '#contract/offers/offer.ts';
import { serverNow } from '#pwa/lib/time/server-clock.ts';
import { offerSet } from '#pwa/local/changes/applications.ts';

export const DAY = 24 * 60 * 60_000;

interface Page {
  offerId: string;
  /** Of the token of its link. */
  digest: string;
  until: string;
  /** A JPEG in base64. */
  picture: string | null;
}

/** Makes a page. Its Undo ends it. */
export function makeOffer(
  { id, contactId }: Application,
  draft: OfferDraft,
  { offerId, ...page }: Page,
) {
  const seen = { id, contactId, offerId, club: draft.club, was: aDayAgo() };
  return offerSet.make({ ...page, draft }, seen);
}

/** Ends a page. Its Undo opens it again. */
export function endOffer({ id, contactId }: Application, { id: offerId, club, until }: Offer) {
  return offerSet.make({ until: aDayAgo() }, { id, contactId, offerId, club, was: until });
}

/** A moment that has passed for a clock that is less than a day slow, too. */
function aDayAgo(): string {
  return new Date(serverNow() - DAY).toISOString();
}
