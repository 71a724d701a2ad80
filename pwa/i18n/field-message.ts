import { INQUIRY_MESSAGES } from '#contract/contact-fields.ts';
import type { SiteKey } from './text-key.ts';

/** What the contract says about a field, in English, and the text that says it on screen. */
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
]);

/**
 * The text for what a form's schema, or the server's `fields`, says about a field. A
 * message that is not known becomes a general "Please check this field."
 */
export function fieldMessage(message: string): SiteKey {
  return KEYS.get(message) ?? 'field.invalid';
}
