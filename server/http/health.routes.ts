import * as calls from '#contract/health.ts';
import { Problem } from '#contract/problems.ts';
import { readReplicationState } from '#server/domain/revision.ts';
import type { Serve } from './serve.ts';

export function healthRoutes(serve: Serve): void {
  serve(calls.health, async () => ({ status: 'ok' as const }));

  serve(calls.ready, async ({ db }) => {
    await readReplicationState(db).catch((cause: unknown) => {
      throw new Problem('not-ready', 'The database does not answer.', { retryAfter: 2, cause });
    });
    return { status: 'ok' as const };
  });
}
