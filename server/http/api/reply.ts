import { Problem } from '#contract/problems.ts';
import type { BatchAnswer } from '#contract/sync.ts';
import type { Context } from '#server/http/transport/context.ts';

/** Answers a call that came alone. */
export function sendReply(ctx: Context, status: number, reply: unknown): void {
  ctx.status = status;
  if (reply !== undefined && reply !== null) {
    ctx.body = reply;
    return;
  }
  if (status === 204) return;
  ctx.body = '';
  ctx.remove('Content-Type');
}

/** The same answer inside a batch. */
export function batchAnswer(status: number, outcome: unknown): BatchAnswer {
  if (!(outcome instanceof Problem)) return { status, body: outcome ?? null };
  const { retryAfter } = outcome;
  return {
    status: outcome.status,
    body: outcome.toJSON(),
    ...(retryAfter !== undefined && { retryAfter }),
  };
}
