import * as v from 'valibot';
import { endpoint } from './endpoint.ts';

/** The lists that a device saves as a file: rows of its own copy, or the audit log. */
const EXPORTED_LISTS = ['applications', 'contacts', 'audit'] as const;

/** A file that was saved on a device. */
export const Export = v.object({
  list: v.picklist(EXPORTED_LISTS),
  /** How many records it has. */
  rows: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000_000)),
});
export type Export = v.InferOutput<typeof Export>;

/**
 * Notes in the audit log that a list was saved as a file. Devices make such files without the server, also without a
 * signal: the note says so when it arrives later.
 */
export const noteExport = endpoint('POST', '/api/exports', {
  access: 'dashboard',
  body: Export,
  idempotent: true,
});
