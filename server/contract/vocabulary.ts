/** The statuses of an application, in their usual order. Any status may follow any other. */
export const STATUSES = [
  'pending',
  'in_review',
  'interview_scheduled',
  'contract_offered',
  'signed',
  'rejected',
] as const;
export type Status = (typeof STATUSES)[number];

/** What an inquiry may be about. */
export const INQUIRY_TYPES = [
  'player_representation',
  'club_recruitment',
  'career_advice',
  'other',
] as const;

/** The state of an inquiry, besides its conversion. Spam and archived inquiries leave the inbox. */
export const CONTACT_STATES = ['new', 'answered', 'spam', 'archived'] as const;
export type ContactState = (typeof CONTACT_STATES)[number];

/** The interface languages; the first is the fallback. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'it'] as const;
export type Language = (typeof LANGUAGES)[number];

/** An `admin` may do everything; an `agent` may enter the areas that the owner opens to agents. */
export const ROLES = ['admin', 'agent'] as const;
export type Role = (typeof ROLES)[number];

/** True when `value` is one of the interface languages. */
export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value);
}
