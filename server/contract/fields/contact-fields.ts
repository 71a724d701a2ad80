import * as v from 'valibot';
import { version } from '#contract/delta.ts';
import { type Column, type Field, nullableText, type Personal } from './field-table.ts';
import { growing, instant, optionalLongText, rowId } from './fields.ts';
import { INQUIRY_FIELDS, ORIGIN_FIELDS } from './inquiry-fields.ts';
import { CONTACT_STATES, type ContactState } from './vocabulary.ts';
import { WANTED_FIELDS } from './wanted-fields.ts';

/** The states of inquiries that lead to nothing. */
export const SET_ASIDE = ['spam', 'archived'] as const satisfies ContactState[];

/** Every column of an inquiry. */
// biome-ignore format: one line per column
export const CONTACT_COLUMNS = {
  id: { row: rowId, personal: false },
  ...INQUIRY_FIELDS,
  ...ORIGIN_FIELDS,
  /** The id of a campaign that was made on a device and has not arrived yet. */
  heldFor: { row: v.nullable(rowId), hidden: true, personal: false },
  /** When the visitor pressed Send, by the device's corrected clock: the moment of consent. */
  consentAt: { row: instant, personal: false },
  /** What the visitor was told to refer to (ids.ts); null for inquiries of before there were any. */
  reference: { row: nullableText, personal: false },
  /** SHA-256 of the secret of the visitor's private link. */
  linkDigest: { row: nullableText, hidden: true, personal: true },
  /** What the visitor has corrected by that link: JSON, `Correction[]` of corrections.ts. */
  corrections: { row: nullableText, personal: true },
  /** When the visitor took it back by that link. */
  withdrawnAt: { row: v.nullable(instant), personal: false },
  /** Looks like a machine wrote it; nothing is dropped. */
  suspect: { row: v.boolean(), personal: false },
  convertedToApplication: { row: v.boolean(), personal: false },
  /** What the agency has noted. */
  notes: { draft: optionalLongText, personal: true },
  ...WANTED_FIELDS,
  /** The id of the application in whose history it stands; null for none, and if that was taken back. */
  addedTo: { row: nullableText, personal: true },
  state: { row: growing(CONTACT_STATES), personal: false },
  /** When it was first answered, converted or set aside; null while the visitor waits, or if it was not noted. */
  answeredAt: { row: v.nullable(instant), personal: false },
  /** When it became spam or archived. */
  setAsideAt: { row: v.nullable(instant), hidden: true, personal: false },
  /** When it reached the server. */
  createdAt: { row: instant, personal: false },
  version: { row: version, personal: false },
} as const satisfies Record<string, (Column | Field) & Personal>;
