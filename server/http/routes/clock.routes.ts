import * as calls from '#contract/clock.ts';
import { confirmClock, readClock } from '#server/domain/people/trusted-clock.ts';
import type { Api } from '#server/http/api/serve.ts';

export function clockRoutes(api: Api): void {
  api.serve(calls.readClock, ({ db }) => readClock(db));

  api.serve(calls.confirmClock, ({ db, actor }) => confirmClock(db, actor));
}
