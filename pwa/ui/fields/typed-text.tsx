import type { ReactNode } from 'react';
import { hasCountryCode, numbersIn } from '#contract/values/phone.ts';
import { phoneLink } from '#pwa/lib/text/contact-links.ts';
import { WEB_ADDRESSES } from '#pwa/lib/text/web-addresses.ts';

/** A text as it was typed, with the web addresses and the phone numbers with a country's code in it as links. */
export function TypedText({ children: text }: { children: string }) {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { typed, index, link } of linksIn(text)) {
    if (index < end) continue;
    parts.push(text.slice(end, index));
    end = index + typed.length;
    parts.push(
      <a key={index} {...link}>
        {typed}
      </a>,
    );
  }
  return [...parts, text.slice(end)];
}

/** In the order of the text; a number may lie within an address. */
function linksIn(text: string) {
  const addresses = [...text.matchAll(WEB_ADDRESSES)].map(({ 0: typed, index }) => ({
    typed,
    index,
    link: { href: typed, target: '_blank', rel: 'noreferrer' },
  }));
  const numbers = numbersIn(text)
    .filter(({ number }) => hasCountryCode(number))
    .map(({ typed, index, number }) => ({ typed, index, link: { href: phoneLink(number) } }));
  return [...addresses, ...numbers].sort((a, b) => a.index - b.index);
}
