import * as calls from '#contract/health.ts';
import { Problem } from '#contract/problems.ts';
import { readReplicationState } from '#server/domain/revision.ts';
import type { Api } from './serve.ts';

export function healthRoutes(api: Api): void {
  api.serve(calls.health, async () => ({ status: 'ok' as const }));

  api.serve(calls.ready, async ({ db }) => {
    await readReplicationState(db).catch((cause: unknown) => {
      throw new Problem('not-ready', 'The database does not answer.', { retryAfter: 2, cause });
    });
    return { status: 'ok' as const };
  });
}
