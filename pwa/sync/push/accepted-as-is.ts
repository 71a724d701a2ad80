import type { ReceivedProblem } from '#contract/problems.ts';
import { ApiError, Unreachable } from '#pwa/api/api-error.ts';
import { call } from '#pwa/api/call.ts';
import { definitionOf } from '#pwa/local/changes/registry.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import type { Accepted } from './read-answers.ts';

/**
 * The acceptance of a change that was refused because the record already is as the person wants it.
 * Null for any other refusal.
 */
export async function acceptedAsIs(
  mirror: Mirror,
  entry: OutboxEntry,
  code: ReceivedProblem['code'] | null,
  signal: AbortSignal,
): Promise<Accepted | null> {
  const { alreadyDone, id } = definitionOf(entry);
  if (!code || !alreadyDone?.mayBe(entry, code)) return null;
  const { check } = alreadyDone;
  if (!check) return { entry, reply: undefined };
  const params = { id: String(id(entry)) };
  try {
    const asIs = await call(check.read, { params, sentFor: mirror.userId, signal });
    return check.isDone(asIs, entry) ? { entry, asIs } : null;
  } catch (error) {
    if (error instanceof ApiError || error instanceof Unreachable) return null;
    throw error;
  }
}
