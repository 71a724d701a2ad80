import * as v from 'valibot';
import { version } from './delta.ts';
import type { Column, Field, Personal } from './field-table.ts';
import { growing, instant, rowId } from './fields.ts';
import { INQUIRY_FIELDS, ORIGIN_FIELDS } from './inquiry-fields.ts';
import { CONTACT_STATES } from './vocabulary.ts';

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
  /** Looks like a machine wrote it; nothing is dropped. */
  suspect: { row: v.boolean(), personal: false },
  convertedToApplication: { row: v.boolean(), personal: false },
  state: { row: growing(CONTACT_STATES), personal: false },
  /** When it became spam or archived. */
  setAsideAt: { row: v.nullable(instant), hidden: true, personal: false },
  /** When it reached the server. */
  createdAt: { row: instant, personal: false },
  version: { row: version, personal: false },
} as const satisfies Record<string, (Column | Field) & Personal>;
