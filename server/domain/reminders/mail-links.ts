import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** The keys of the server: the first one signs, all verify. */
export type Keys = readonly [string, ...string[]];

/**
 * The secret part of a link in a mail: 256 bits that follow from the id of the mail and a key of the server. So the
 * database holds nothing that opens a link, and a mail that is sent again has the same one.
 */
export function linkSecret(key: string, mailId: string): string {
  const own = Buffer.from(hkdfSync('sha256', key, '', 'links in mails', 32));
  return createHmac('sha256', own).update(mailId).digest('base64url');
}

/** The secret with the id of its mail, for a link that is looked up by it. */
export function linkToken(key: string, mailId: string): string {
  return `${mailId}.${linkSecret(key, mailId)}`;
}

/** The id of the mail that a token came with; null if no key of the server has made it. */
export function mailOfToken(keys: Keys, token: string): string | null {
  const [mailId = '', secret = ''] = token.split('.');
  const given = Buffer.from(secret);
  const isOurs = keys.some((key) => {
    const right = Buffer.from(linkSecret(key, mailId));
    return right.length === given.length && timingSafeEqual(right, given);
  });
  return isOurs ? mailId : null;
}
