import * as calls from '#contract/audit.ts';
import { readAudit } from '#server/domain/common/audit.ts';
import type { Api } from '#server/http/api/serve.ts';

export function auditRoutes(api: Api): void {
  api.serve(calls.readAudit, ({ db, body }) => readAudit(db, body));
}
