import type { Application } from '#contract/applications.ts';
import { offersOf } from '#contract/offers/offer.ts';
import { offerUrl } from '#contract/paths/offer-path.ts';
import { siteSettings } from '#pwa/lib/site-settings.ts';
import { readDraftValue, writeDraftValue } from '#pwa/lib/storage/drafts.ts';

/** The tokens of a player's offers that were made on this device, by the offer's id. */
type Tokens = Record<string, string>;

/** What the server is told of a token: SHA-256 in hex. */
export async function digestOf(token: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The link of an offer, at the public site's own address. */
export function linkOf(token: string): string {
  return offerUrl(new URL(siteSettings().site).origin, token);
}

/** Keeps a token among the drafts: it goes with them at the sign-out, and when the player is erased. */
export function keepToken(userId: number, applicationId: string, offerId: string, token: string) {
  writeDraftValue(userId, nameOf(applicationId), {
    ...tokensOf(userId, applicationId),
    [offerId]: token,
  });
}

/** The tokens of a player that this device knows. */
export function tokensOf(userId: number, applicationId: string): Tokens {
  return readDraftValue<Tokens>(userId, nameOf(applicationId)) ?? {};
}

/** Forgets the tokens of a player's offers that were over at this moment. */
export function forgetOver(userId: number, application: Application, at: number): void {
  const { id } = application;
  const open = new Set(
    offersOf(application).flatMap((offer) => (Date.parse(offer.until) > at ? offer.id : [])),
  );
  const tokens = Object.entries(tokensOf(userId, id));
  const left = tokens.filter(([offerId]) => open.has(offerId));
  if (left.length === tokens.length) return;
  writeDraftValue(userId, nameOf(id), left.length > 0 ? Object.fromEntries(left) : null);
}

function nameOf(applicationId: string): string {
  return `offer-links:${applicationId}`;
}
