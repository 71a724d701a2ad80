import * as calls from '#contract/sync.ts';
import { makeBatches } from './batch.ts';
import type { Log } from './log.ts';
import type { Dispatcher, Serve } from './serve.ts';

export function syncRoutes(serve: Serve, dispatcher: Dispatcher, log: Log): void {
  const { makeCalls, makeReads } = makeBatches(dispatcher, log);

  serve(calls.sync, async ({ ctx, body }) => {
    const answers = await makeCalls(ctx, body.calls);
    return { answers, reads: await makeReads(ctx, body.reads) };
  });
}
