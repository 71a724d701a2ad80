import * as calls from '#contract/exports.ts';
import { noteExport } from '#server/domain/note-export.ts';
import type { Api } from './serve.ts';

export function exportRoutes(api: Api): void {
  api.serve(calls.noteExport, ({ db, change, doer, body }) => noteExport(db, change, doer, body));
}
