import { hasCountryCode, numbersIn } from '#contract/values/phone.ts';
import { referenceIn } from '#contract/values/read-reference.ts';

/** What a pasted message says of an inquiry. */
export interface ReadMessage {
  reference: string | null;
  name: string;
  email: string;
  phone: string;
  /** Without the lines that say who writes. */
  message: string;
}

/**
 * Reads a message that a visitor has sent in place of the form (message-exits.tsx): the text, then a line with name,
 * e-mail address and phone, then one with the reference. Of any other message, what can be recognised.
 */
export function readMessage(text: string): ReadMessage {
  const reference = referenceIn(text);
  const lines = text.trim().split(/\r?\n/);
  const at = lines.findLastIndex((line) => EMAIL.test(line));
  const who = lines[at] ?? '';
  const email = EMAIL.exec(who)?.[0] ?? '';
  const [name = '', ...phone] = email ? who.split(email) : [];
  const ofInquiry = reference !== null && at > 0;
  return {
    reference,
    email,
    name: ofInquiry ? trimmed(name) : '',
    phone: ofInquiry
      ? trimmed(phone.join(''))
      : (numbersIn(text).find(({ number }) => hasCountryCode(number))?.typed ?? ''),
    message: (ofInquiry ? lines.slice(0, at).join('\n') : text).trim(),
  };
}

const EMAIL = /[^\s,;<>()]+@[^\s,;<>()]+\.[^\s,;<>().]+/;

function trimmed(part: string): string {
  return part.replace(/^[\s,]+|[\s,]+$/g, '');
}
