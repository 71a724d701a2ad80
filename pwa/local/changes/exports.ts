import { type Export, noteExport } from '#contract/exports.ts';
import { defineChange, type Made } from './define-change.ts';

/** A list was saved as a file on this device: a note for the audit log. `seen.id` is new for each file. */
export const exportNoted = defineChange({
  type: 'export-noted',
  endpoint: noteExport,
  list: 'exports',
  id: ({ seen }: Made<Export, { id: string }>) => seen.id,
  touches: [],
  accept: () => ({}),
  describe: ({ body }, text) => text('sync.change.export', { count: body.rows }),
  name: ({ body }, text) =>
    text(body.list === 'contacts' ? 'contacts.title' : 'applications.title'),
});
