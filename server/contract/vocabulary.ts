/** The pipeline of an application, in its usual order. Any status may follow any other (§4). */
export const STATUSES = [
  'pending',
  'in_review',
  'interview_scheduled',
  'contract_offered',
  'signed',
  'rejected',
] as const;
export type Status = (typeof STATUSES)[number];

/** What a visitor may write about (§3). */
export const INQUIRY_TYPES = [
  'player_representation',
  'club_recruitment',
  'career_advice',
  'other',
] as const;

/** What the agency has done with an inquiry, besides converting it. Spam and archived step aside. */
export const CONTACT_STATES = ['new', 'answered', 'spam', 'archived'] as const;
export type ContactState = (typeof CONTACT_STATES)[number];

/** The interface languages; the first is the fallback (§1). */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'it'] as const;
export type Language = (typeof LANGUAGES)[number];

/** `admin` runs the back office; an `agent` sees what the owner opens to agents (§6). */
export const ROLES = ['admin', 'agent'] as const;
export type Role = (typeof ROLES)[number];

/** True when `value` is one of the interface languages. */
export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value);
}
