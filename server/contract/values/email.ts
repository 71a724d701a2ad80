import { isAscii, withoutMarks } from './plain-text.ts';

/**
 * An e-mail address as it is stored and written to: without invisible letters, in narrow forms, and a domain like
 * `müller.de` as `xn--mller-kva.de`, as browsers give it.
 */
export function canonicalEmail(typed: string): string {
  const plain = withoutMarks(typed).normalize('NFKC').trim();
  const [, local = '', domain = ''] = /^(.*@)([^\s@/?#:\\[\]]+)$/.exec(plain) ?? [];
  if (isAscii(domain)) return plain;
  try {
    return `${local}${new URL(`https://${domain}`).hostname}`;
  } catch {
    return plain;
  }
}

/** Two addresses with the same key are one person's. */
export function emailKey(address: string): string {
  return canonicalEmail(address).toLowerCase();
}
