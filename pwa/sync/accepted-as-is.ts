import { getApplication } from '#contract/applications.ts';
import type { ProblemCode } from '#contract/problems.ts';
import { ApiError, Unreachable } from '#pwa/api/api-error.ts';
import { call } from '#pwa/api/call.ts';
import type { Mirror } from '#pwa/local/mirror.ts';
import type { OutboxEntry } from '#pwa/local/outbox-entry.ts';
import type { Accepted } from './accept.ts';

/**
 * A refusal that means "it is already so": a status without a note that somebody else has set, or a
 * campaign that somebody else has deleted. Then the person has what they wanted, and the change counts
 * as accepted. Null for any other refusal.
 */
export async function acceptedAsIs(
  mirror: Mirror,
  entry: OutboxEntry,
  code: ProblemCode | null,
  signal: AbortSignal,
): Promise<Accepted | null> {
  if (entry.type === 'campaign-deleted' && code === 'campaign-not-found') {
    return { entry, reply: undefined };
  }
  if (entry.type !== 'status-changed' || entry.body.notes !== null) return null;
  if (code !== 'invalid-input') return null;
  const params = { id: entry.seen.id };
  try {
    const asIs = await call(getApplication, { params, sentFor: mirror.userId, signal });
    return asIs.status === entry.body.status ? { entry, asIs } : null;
  } catch (error) {
    if (error instanceof ApiError || error instanceof Unreachable) return null;
    throw error;
  }
}
