import * as calls from '#contract/sync.ts';
import { readReplicationState } from '#server/domain/revision.ts';
import { keysMissing } from '#server/domain/stored-answers.ts';
import { Batch } from './batch.ts';
import type { EndpointRegistry } from './endpoint-registry.ts';
import type { Log } from './log.ts';
import type { Api } from './serve.ts';

export function syncRoutes(api: Api, registry: EndpointRegistry, log: Log): void {
  api.serve(calls.sync, async ({ ctx, body }) => {
    const batch = new Batch(ctx, registry, log);
    const answers = await batch.makeCalls(body.calls);
    return { answers, reads: await batch.makeReads(body.reads) };
  });

  api.serve(calls.unknownKeys, async ({ db, user, body }) => {
    const missing = await keysMissing(db, user.id, body.keys);
    return { epoch: (await readReplicationState(db)).epoch, ...missing };
  });
}
