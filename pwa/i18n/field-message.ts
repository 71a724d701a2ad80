import { INQUIRY_MESSAGES } from '#contract/fields/inquiry-fields.ts';
import type { SiteKey } from './text-key.ts';

/** The contract's English messages about fields, and the key of the text for each. */
const KEYS = new Map<string, SiteKey>([
  [INQUIRY_MESSAGES.name, 'contact.form.errors.name'],
  [INQUIRY_MESSAGES.email, 'contact.form.errors.email'],
  [INQUIRY_MESSAGES.inquiryType, 'contact.form.errors.inquiryType'],
  [INQUIRY_MESSAGES.message, 'contact.form.errors.message'],
  [INQUIRY_MESSAGES.privacyPolicy, 'contact.form.errors.privacyPolicy'],
  ['This field is required.', 'field.required'],
  ['This text is too long.', 'field.tooLong'],
  ['Invalid characters.', 'field.invalidCharacters'],
  ['Please enter a valid date.', 'field.invalidDate'],
  ['This day has not come yet.', 'field.notYet'],
  ['A spreadsheet has replaced digits of this number. Please enter it again.', 'field.eatenPhone'],
  ['Please enter an address that begins with https://.', 'field.invalidLink'],
]);

/**
 * The text for a message of a form's schema, or of the server's `fields`. An unknown message becomes
 * a general "Please check this field."
 */
export function fieldMessage(message: string): SiteKey {
  return KEYS.get(message) ?? 'field.invalid';
}
