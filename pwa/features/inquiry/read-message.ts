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
    phone: ofInquiry ? trimmed(phone.join('')) : phoneIn(text),
    message: (ofInquiry ? lines.slice(0, at).join('\n') : text).trim(),
  };
}

/** As it was typed; of a chat's address, which leaves the plus out, as it is dialled. */
function phoneIn(text: string): string {
  const found = numbersIn(text).find(({ number }) => hasCountryCode(number));
  if (!found) return '';
  return /^[1-9]/.test(found.typed) ? found.number : found.typed;
}

const EMAIL = /[^\s,;:<>()"]+@[^\s,;:<>()"]+\.[^\s,;:<>()".!?]+/;

function trimmed(part: string): string {
  return part.replace(/^[\s,]+|[\s,]+$/g, '');
}
