import { v5 as uuidv5 } from 'uuid';

/** The UUIDv5 namespace of applications that were made from a contact. */
const CONVERTED_CONTACTS = '6f6b1b3e-2a0f-5c58-9d0e-8f0c6a1d7b42';

/** The id of the application that a contact becomes: two phones that convert it make the same row. */
export function applicationIdOf(contactId: number): string {
  return uuidv5(`contact:${contactId}`, CONVERTED_CONTACTS);
}
