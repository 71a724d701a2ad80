/**
 * The address of an e-mail to somebody. Whoever wrote the e-mail address chose it, and it may hold
 * `?bcc=…`: encoded, it is a part of the address and no header of the mail (RFC 6068).
 */
export function mailLink(email: string): string {
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
}

/** The address of a call to a number as people write it: no code that a phone would carry out. */
export function phoneLink(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, '')}`;
}
