import * as calls from '#contract/exports.ts';
import { noteExport } from '#server/domain/people/note-export.ts';
import type { Api } from '#server/http/api/serve.ts';

export function exportRoutes(api: Api): void {
  api.serve(calls.noteExport, ({ db, change, actor, body }) => noteExport(db, change, actor, body));
}
