import type { Application } from '#contract/applications.ts';
import type { Offer } from './offer.ts';

/** What the page of an offer shows. */
export interface OfferPage {
  application: Application;
  offer: Offer;
  /** A JPEG in base64. */
  picture: string | null;
}

/** Why there is nothing to see: `unknown` also while the page is still on a phone. */
export interface NoOfferPage {
  gone: 'unknown' | 'ended';
  /** Of the page that has ended. */
  language?: string;
  /** The last day on which it was open, `YYYY-MM-DD`; undefined if another thing than its end closes it. */
  endedOn?: string | undefined;
}

/** What the page says now; `refused` if an answer was not taken, with what was typed. */
export interface OfferView {
  shown: OfferPage | NoOfferPage;
  refused?: { why: 'too-many' | 'wrong'; words: string };
  /** `YYYY-MM-DD`, for the age. */
  today: string;
  /** The address of the page. */
  url: string;
}
