import { choiceOf } from './choice-of.ts';
import { optionalDay } from './day-fields.ts';
import type { Field, Personal } from './field-table.ts';
import { optionalText, wholeNumber } from './fields.ts';
import { FEET } from './vocabulary.ts';

/** What a club looks for, as the agency fills it in, one line per field. */
// biome-ignore format: one line per field
export const WANTED_FIELDS = {
  wantedPosition: { draft: optionalText, personal: true, searchable: true, card: 'wanted' },
  wantedFoot: { ...choiceOf(FEET), personal: true, card: 'wanted' },
  wantedAgeFrom: { ...wholeNumber(10, 50), personal: true, card: 'wanted' },
  wantedAgeTo: { ...wholeNumber(10, 50), personal: true, card: 'wanted' },
  /** Until when the club looks. */
  wantedUntil: { draft: optionalDay, personal: true, card: 'wanted', type: 'date' },
} as const satisfies Record<string, Field & Personal & { card: 'wanted' }>;
