import { v5 as uuidv5 } from 'uuid';

/** The namespace in which the id of a converted contact is named (RFC 9562 §5.5). */
const CONVERTED_CONTACTS = '6f6b1b3e-2a0f-5c58-9d0e-8f0c6a1d7b42';

let newest = 0;

/**
 * A new id, made on the device or the server: a UUIDv7, which begins with the time of its making
 * (RFC 9562 §5.7). Ids of one process sort as they were made: within one millisecond, or after a
 * clock that was set back, the time goes on by one (§6.2). Written out here because the public page
 * carries it before anything else.
 */
export function newId(): string {
  newest = Math.max(Date.now(), newest + 1);
  const time = newest.toString(16).padStart(12, '0');
  const random = Array.from(crypto.getRandomValues(new Uint8Array(19)), hexDigit).join('');
  const variant = '89ab'.charAt(Number.parseInt(random.charAt(3), 16) % 4);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(4, 7)}-${random.slice(7)}`;
}

function hexDigit(byte: number): string {
  return (byte % 16).toString(16);
}

/** The id of the application that a contact becomes, so that two phones meet on one row (E-06). */
export function applicationIdOf(contactId: number): string {
  return uuidv5(`contact:${contactId}`, CONVERTED_CONTACTS);
}

/** When a UUIDv7 was made, in milliseconds since 1970; null for an id of another version. */
export function timeOfId(id: string): number | null {
  return id.charAt(14) === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : null;
}
