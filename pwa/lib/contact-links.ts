/**
 * The link that writes an e-mail. The address was typed by a visitor and may hold `?bcc=…`: encoded, it
 * is part of the address and no header of the mail (RFC 6068).
 */
export function mailLink(email: string): string {
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
}

/** The link that calls a number as people write it, without codes that a phone would execute. */
export function phoneLink(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, '')}`;
}
