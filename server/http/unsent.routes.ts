import { findArrived } from '#contract/unsent.ts';
import { arrivedAmong } from '#server/domain/idempotency.ts';
import type { Serve } from './serve.ts';

export function unsentRoutes(serve: Serve): void {
  serve(findArrived, async ({ db, user, body }) => ({
    arrived: await arrivedAmong(db, user.id, body.keys),
  }));
}
