import * as calls from '#contract/sync.ts';
import { keysMissing } from '#server/domain/idempotency.ts';
import { readReplicationState } from '#server/domain/revision.ts';
import { Batch } from './batch.ts';
import type { Log } from './log.ts';
import type { Api, FindServed } from './serve.ts';

export function syncRoutes(api: Api, find: FindServed, log: Log): void {
  api.serve(calls.sync, async ({ ctx, body }) => {
    const batch = new Batch(ctx, find, log);
    const answers = await batch.makeCalls(body.calls);
    return { answers, reads: await batch.makeReads(body.reads) };
  });

  api.serve(calls.unknownKeys, async ({ db, user, body }) => {
    const missing = await keysMissing(db, user.id, body.keys);
    return { epoch: (await readReplicationState(db)).epoch, ...missing };
  });
}
