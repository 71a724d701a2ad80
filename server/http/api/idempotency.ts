import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { DEVICE_TIME, type Endpoint, IDEMPOTENCY_KEY, statusOf } from '#contract/endpoint.ts';
import { uuid } from '#contract/fields/fields.ts';
import { newId } from '#contract/fields/ids.ts';
import { Problem } from '#contract/problems.ts';
import type { User } from '#server/domain/accounts/users.ts';
import { type Change, happenedAt } from '#server/domain/replication/change.ts';
import { VISITORS, type Write } from '#server/domain/replication/stored-answers.ts';
import type { Context } from '#server/http/transport/context.ts';
import type { CallRequest } from './parse.ts';

/** What a write is stored under, and when and by whom it was made. Throws for a key that is no UUID. */
export function changeOf(
  ctx: Context,
  endpoint: Endpoint,
  request: CallRequest,
  user: User | null,
): { change: Change; write: Write } {
  const key = endpoint.idempotent ? parseKey(request.key) : null;
  const arrivedAt = new Date();
  // A visitor who signs in before a retry has not made another inquiry: public calls share a scope.
  const scope = user && endpoint.access !== 'public' ? String(user.id) : VISITORS;
  return {
    change: {
      id: key ?? newId(),
      happenedAt:
        key === null
          ? arrivedAt
          : happenedAt({
              key,
              arrivedAt,
              madeAt: request.madeAt,
              deviceTime: millisecondsIn(ctx, DEVICE_TIME),
            }),
      arrivedAt,
      userId: user?.id ?? null,
    },
    write: {
      scope,
      key,
      request: key === null ? '' : digestOf(request),
      status: statusOf(endpoint),
    },
  };
}

/** The key may be quoted, as draft-ietf-httpapi-idempotency-key-header-07 writes it. */
function parseKey(header: string): string | null {
  if (header === '') return null;
  const result = v.safeParse(uuid, header.replace(/^"(.*)"$/, '$1'));
  if (result.success) return result.output;
  const message = `${IDEMPOTENCY_KEY} must be a UUID.`;
  throw new Problem('invalid-input', message, { fields: { [IDEMPOTENCY_KEY]: message } });
}

/** A header of milliseconds since 1970; null for any other text. */
export function millisecondsIn(ctx: Context, name: string): number | null {
  const header = ctx.get(name);
  return /^\d{1,15}$/.test(header) ? Number(header) : null;
}

function digestOf({ method, path, text }: CallRequest): string {
  return createHash('sha256').update(`${method} ${path}\n${text}`).digest('hex');
}
