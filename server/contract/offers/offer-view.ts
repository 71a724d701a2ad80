import type { Application } from '#contract/applications.ts';
import type { Offer } from './offer.ts';

/** What the page of an offer shows. */
export interface OfferPage {
  application: Application;
  offer: Offer;
  /** A JPEG in base64. */
  picture: string | null;
}

/** Why there is nothing to see: `unknown` also while the page is still on a phone, `ended` also without the consent. */
export type NoOfferPage = 'unknown' | 'ended';

/** What the page says now; `refused` if an answer was not taken. */
export interface OfferView {
  shown: OfferPage | NoOfferPage;
  refused?: 'too-many' | 'wrong';
  /** `YYYY-MM-DD`, for the age. */
  today: string;
}
