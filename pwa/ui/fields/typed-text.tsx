import type { ReactNode } from 'react';
import { NUMBER, phoneLink } from '#pwa/lib/text/contact-links.ts';

const ADDRESS = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]'’])/;
const LINK = new RegExp(`${ADDRESS.source}|${NUMBER.source}`, 'g');

/** A text as it was typed, with the web addresses and phone numbers in it as links. */
export function TypedText({ children: text }: { children: string }) {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { 0: found, 1: address, index } of text.matchAll(LINK)) {
    parts.push(text.slice(end, index));
    end = index + found.length;
    parts.push(
      address ? (
        <a key={index} href={address} target="_blank" rel="noreferrer">
          {found}
        </a>
      ) : (
        <a key={index} href={phoneLink(found)}>
          {found}
        </a>
      ),
    );
  }
  return [...parts, text.slice(end)];
}
