import { setTimeout as pause } from 'node:timers/promises';
import type { AgentAccess } from '#contract/access.ts';
import { ready } from '#contract/backups/ready.ts';
import { health } from '#contract/health.ts';
import { Problem } from '#contract/problems.ts';
import { type BackupPlan, reportBackups } from '#server/domain/people/backup-state.ts';
import { readReplicationState } from '#server/domain/replication/revision.ts';
import { mayEnter } from '#server/http/api/access.ts';
import type { Api } from '#server/http/api/serve.ts';
import type { Context } from '#server/http/transport/context.ts';
import { isLocalCaller } from '#server/http/transport/is-local-caller.ts';
import type { StorageWatch } from '#server/http/transport/storage-watch.ts';

interface HealthSettings extends BackupPlan {
  agentAccess: AgentAccess;
  /** Aborted when the server is about to stop. */
  stopping: AbortSignal;
  storage: StorageWatch;
}

/** A probe is answered after this time at the latest, in milliseconds. */
const PROBE_TIMEOUT = 2_000;

export function healthRoutes(api: Api, settings: HealthSettings): void {
  api.serve(health, async () => ({ status: 'ok' as const }));

  api.serve(ready, async ({ ctx, db }) => {
    if (settings.stopping.aborted) {
      throw new Problem('not-ready', 'The server is about to stop.', { retryAfter: 2 });
    }
    await inTime(readReplicationState(db));
    const status = settings.storage.isFull ? ('read-only' as const) : ('ok' as const);
    if (!maySeeDetail(ctx, settings)) return { status };
    const backups = await inTime(reportBackups(db, settings));
    return { status, backups };
  });
}

/** Throws `not-ready` for a query that fails or takes too long. */
async function inTime<R extends object>(query: Promise<R>): Promise<R> {
  const late = pause(PROBE_TIMEOUT, null, { ref: false });
  return (await Promise.race([query, late]).catch(refuseUnready)) ?? refuseUnready();
}

function refuseUnready(cause?: unknown): never {
  throw new Problem('not-ready', 'The database does not answer.', { retryAfter: 2, cause });
}

function maySeeDetail(ctx: Context, { agentAccess }: HealthSettings): boolean {
  const { session } = ctx.state;
  return isLocalCaller(ctx) || (session !== null && mayEnter(session.user, 'admin', agentAccess));
}
