/**
 * A password as it is hashed (PRECIS OpaqueString, RFC 8265): composed, and with blanks of one kind. A Mac sends `ü`
 * as two letters, a phone as one.
 */
export function canonicalPassword(typed: string): string {
  return typed.replace(/\p{Zs}/gu, ' ').normalize('NFC');
}
