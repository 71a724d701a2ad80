/** A player's page for one club; no endpoint, because the answer is no JSON. */
export const OFFER_PATH = '/player/:token';

/** The link of an offer. The page opens without a script, so the token stands in the path: no log has it. */
export function offerUrl(siteUrl: string, token: string): string {
  return siteUrl + OFFER_PATH.replace(':token', token);
}

/** The token in the path of an offer's page, 256 bits in base64url; null for any other path. */
export function offerTokenIn(path: string): string | null {
  return /^\/player\/([\w-]{43})$/.exec(path)?.[1] ?? null;
}
