import * as calls from '#contract/sync.ts';
import { partedAt } from '#server/domain/replication/delta.ts';
import { readReplicationState } from '#server/domain/replication/revision.ts';
import { keysMissing } from '#server/domain/replication/stored-answers.ts';
import { Batch } from '#server/http/api/batch.ts';
import type { EndpointRegistry } from '#server/http/api/endpoint-registry.ts';
import type { Api } from '#server/http/api/serve.ts';
import type { Log } from '#server/http/transport/log.ts';

export function syncRoutes(api: Api, registry: EndpointRegistry, log: Log): void {
  api.serve(calls.sync, async ({ ctx, body }) => {
    const batch = new Batch(ctx, registry, log);
    const answers = await batch.makeCalls(body.calls);
    return { answers, reads: await batch.makeReads(body.reads) };
  });

  api.serve(calls.unknownKeys, async ({ db, user, body }) => {
    const missing = await keysMissing(db, user.id, body.keys);
    const { epoch, revision } = await readReplicationState(db);
    const left = body.epoch === undefined ? {} : { left: await partedAt(db, body.epoch, revision) };
    return { epoch, ...missing, ...left };
  });
}
