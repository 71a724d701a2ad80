import * as calls from '#contract/sync.ts';
import { keysMissing } from '#server/domain/idempotency.ts';
import { readReplicationState } from '#server/domain/revision.ts';
import { makeBatches } from './batch.ts';
import type { Log } from './log.ts';
import type { Dispatcher, Serve } from './serve.ts';

export function syncRoutes(serve: Serve, dispatcher: Dispatcher, log: Log): void {
  const { makeCalls, makeReads } = makeBatches(dispatcher, log);

  serve(calls.sync, async ({ ctx, body }) => {
    const answers = await makeCalls(ctx, body.calls);
    return { answers, reads: await makeReads(ctx, body.reads) };
  });

  serve(calls.unknownKeys, async ({ db, user, body }) => {
    const missing = await keysMissing(db, user.id, body.keys);
    return { epoch: (await readReplicationState(db)).epoch, ...missing };
  });
}
