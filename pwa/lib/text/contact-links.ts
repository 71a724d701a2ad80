import { digitsOf } from '#pwa/lib/site-settings.ts';

/** The beginning of a message, in the language of the person who gets it. */
export interface Greeting {
  subject: string;
  text: string;
}

/**
 * The link that writes an e-mail. The address was typed by a visitor and may hold `?bcc=…`: encoded, it
 * is part of the address and no header of the mail (RFC 6068).
 */
export function mailLink(email: string, greeting?: Greeting): string {
  const address = `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
  if (!greeting) return address;
  const subject = encodeURIComponent(greeting.subject);
  const body = encodeURIComponent(greeting.text.replaceAll('\n', '\r\n'));
  return `${address}?subject=${subject}&body=${body}`;
}

/** @param number digits, after `+` with the code of the country (contract/values/phone.ts) */
export function phoneLink(number: string): string {
  return `tel:${number}`;
}

/** The link that opens a WhatsApp chat, which takes a number without the zeros that dial abroad. */
export function whatsappLink(phone: string, greeting?: Greeting): string {
  const chat = `https://wa.me/${digitsOf(phone).replace(/^0+/, '')}`;
  return greeting ? `${chat}?text=${encodeURIComponent(greeting.text)}` : chat;
}
