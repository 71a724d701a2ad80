import * as v from 'valibot';
import { ANONYMISED } from './anonymised.ts';
import type { ApplicationFieldName } from './application-fields.ts';
import { type Column, type Field, nullableText, type Personal } from './field-table.ts';
import {
  emailField,
  growing,
  LONG_TEXT,
  nameField,
  optionalLongText,
  optionalName,
  optionalPhone,
  optionalText,
  optionalWord,
  rowId,
  TOO_LONG,
  text,
} from './fields.ts';
import { INQUIRY_TYPES, LANGUAGE_CODES, WRITERS, YES_NO } from './vocabulary.ts';

/** The inquiry form's messages in English; the page translates them by these same words. */
export const INQUIRY_MESSAGES = {
  name: 'Name must be at least 2 characters.',
  email: 'Please enter a valid email address.',
  inquiryType: 'Please select an inquiry type.',
  message: 'Message must be at least 10 characters.',
  privacyPolicy: 'You must agree to the privacy policy.',
} as const;

const name = nameField(INQUIRY_MESSAGES.name);
const email = emailField(INQUIRY_MESSAGES.email);
const inquiryType = v.picklist(INQUIRY_TYPES, INQUIRY_MESSAGES.inquiryType);
const message = v.pipe(
  text,
  v.trim(),
  v.minLength(10, INQUIRY_MESSAGES.message),
  v.maxLength(LONG_TEXT, TOO_LONG),
);

interface InquiryField extends Field, Personal {
  /** The field or column of the application that it becomes, or its label in the agent's notes there. */
  becomes: ApplicationFieldName | 'under18' | { note: string } | null;
}

/**
 * What a visitor fills in, one line per field: the form, the detail, search, export, erasure and
 * conversion follow from it. The card `football` is the history, which the form shows when asked to.
 */
// biome-ignore format: one line per field
export const INQUIRY_FIELDS = {
  name: { draft: name, personal: true, anonymised: ANONYMISED.name, searchable: true, card: 'contact', type: 'name', autoComplete: 'name', becomes: 'playerName' },
  email: { draft: email, personal: true, anonymised: ANONYMISED.email, searchable: true, card: 'contact', type: 'email', autoComplete: 'email', becomes: 'email' },
  phone: { draft: optionalPhone, personal: true, searchable: true, card: 'contact', type: 'tel', autoComplete: 'tel', becomes: 'phone' },
  inquiryType: { draft: inquiryType, row: growing(INQUIRY_TYPES), personal: false, card: 'contact', after: 'name', becomes: null },
  /** Who writes, for whom, and whether the player is under 18: asked for players only, and never demanded. */
  writtenBy: { draft: optionalWord(WRITERS), row: v.nullable(growing(WRITERS)), personal: false, card: 'player', becomes: null },
  playerName: { draft: optionalName(INQUIRY_MESSAGES.name), personal: true, searchable: true, card: 'player', type: 'name', becomes: 'playerName' },
  under18: { draft: optionalWord(YES_NO), row: v.nullable(growing(YES_NO)), personal: true, card: 'player', becomes: 'under18' },
  includeHistory: { draft: v.optional(v.boolean(), false), row: v.boolean(), personal: false, becomes: null },
  currentClub: { draft: optionalLongText, personal: true, searchable: true, card: 'football', becomes: 'currentClub' },
  position: { draft: optionalLongText, personal: false, searchable: true, card: 'football', becomes: 'position' },
  achievements: { draft: optionalLongText, personal: true, searchable: true, card: 'football', multiline: true, becomes: { note: 'Achievements' } },
  careerGoals: { draft: optionalLongText, personal: true, searchable: true, card: 'football', multiline: true, becomes: { note: 'Career goals' } },
  message: { draft: message, personal: true, anonymised: '', searchable: true, card: 'message', multiline: true, becomes: { note: 'Message' } },
} as const satisfies Record<string, InquiryField>;

/** True if the writer says not to be the player. */
export function isForAnother({ writtenBy }: { writtenBy?: string | null | undefined }): boolean {
  return Boolean(writtenBy) && writtenBy !== 'player';
}

/** How long a visitor waits for a reply at the most, in milliseconds: the page promises 48 hours. */
export const REPLY_WITHIN = 48 * 60 * 60_000;

/** Where a visitor came from, by the link that was followed. */
// biome-ignore format: one line per field
export const ORIGIN_FIELDS = {
  campaignId: { draft: v.optional(v.nullable(rowId), null), row: v.nullable(rowId), personal: false },
  /** The campaign's name when the inquiry came, kept when the campaign is deleted. */
  campaignName: { row: nullableText, personal: false, card: 'origin' },
  utmSource: { draft: optionalText, personal: false, card: 'origin' },
  utmMedium: { draft: optionalText, personal: false, card: 'origin' },
  utmCampaign: { draft: optionalText, personal: false, card: 'origin' },
  /** The language in which the visitor wrote. */
  language: { draft: v.optional(v.nullable(v.picklist(LANGUAGE_CODES)), null), row: nullableText, personal: false, card: 'contact' },
} as const satisfies Record<string, (Column | Field) & Personal>;
