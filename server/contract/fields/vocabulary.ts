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

/** Why an application was rejected. */
export const REASONS = [
  'level',
  'age',
  'position_taken',
  'other_agent',
  'no_answer',
  'their_choice',
] as const;
export type Reason = (typeof REASONS)[number];

/** What an inquiry may be about. */
export const INQUIRY_TYPES = [
  'player_representation',
  'club_recruitment',
  'career_advice',
  'other',
] as const;

/** Who may write an inquiry. */
export const WRITERS = ['player', 'guardian', 'coach', 'club'] as const;

/** The foot with which a player plays. */
export const FEET = ['left', 'right', 'both'] as const;

/** What a person is to a player. */
export const RELATIONS = ['mother', 'father', 'guardian', 'family', 'coach', 'other'] as const;

/** The answers to a question that may be left open. */
export const YES_NO = ['yes', 'no'] as const;

/** The state of an inquiry, besides its conversion. Spam and archived inquiries leave the inbox. */
export const CONTACT_STATES = ['new', 'answered', 'spam', 'archived'] as const;
export type ContactState = (typeof CONTACT_STATES)[number];

/** In the order of the language menu. */
export const LANGUAGE_CODES = ['en', 'de', 'es', 'fr', 'it'] as const;
export type Language = (typeof LANGUAGE_CODES)[number];

/**
 * The interface languages. `name` is the language's own name, `locale` its Open Graph locale. A new
 * language is its code, one line here, and one folder in pwa/i18n/locales. The codes stand alone because
 * the public page's script needs nothing else of them.
 */
export const LANGUAGES = {
  en: { name: 'English', locale: 'en_GB' },
  de: { name: 'Deutsch', locale: 'de_DE' },
  es: { name: 'Español', locale: 'es_ES' },
  fr: { name: 'Français', locale: 'fr_FR' },
  it: { name: 'Italiano', locale: 'it_IT' },
} as const satisfies Record<Language, { name: string; locale: string }>;
/** The language of a page when nothing else is known, and the model of all other locales. */
export const DEFAULT_LANGUAGE: Language = 'en';

/** `admin` runs the back office; an `agent` sees what the owner opens to agents. */
export const ROLES = ['admin', 'agent'] as const;
export type Role = (typeof ROLES)[number];

/**
 * A word of a list that may grow, as a reply has it: a word of this list, or one that only a newer
 * server knows. A phone may be older than its server. Requests take the words of the list only.
 */
export type Growing<Known extends string> = Known | (string & Record<never, never>);

/** True when `value` is a word of a list. */
export function isOneOf<Word extends string>(
  words: readonly Word[],
  value: unknown,
): value is Word {
  return words.some((word) => word === value);
}

/** True when `value` is one of the interface languages. */
export function isLanguage(value: unknown): value is Language {
  return isOneOf(LANGUAGE_CODES, value);
}
