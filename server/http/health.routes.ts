import { setTimeout as pause } from 'node:timers/promises';
import * as calls from '#contract/health.ts';
import { Problem } from '#contract/problems.ts';
import { readReplicationState } from '#server/domain/revision.ts';
import type { Api } from './serve.ts';

/** A probe is answered after this time at the latest, in milliseconds. */
const PROBE_TIMEOUT = 2_000;

export function healthRoutes(api: Api, stopping: AbortSignal): void {
  api.serve(calls.health, async () => ({ status: 'ok' as const }));

  api.serve(calls.ready, async ({ db }) => {
    if (stopping.aborted) {
      throw new Problem('not-ready', 'The server is about to stop.', { retryAfter: 2 });
    }
    const late = pause(PROBE_TIMEOUT, null, { ref: false });
    const state = await Promise.race([readReplicationState(db), late]).catch(notReady);
    return state ? { status: 'ok' as const } : notReady();
  });
}

function notReady(cause?: unknown): never {
  throw new Problem('not-ready', 'The database does not answer.', { retryAfter: 2, cause });
}
