import { SIGNED_IN_BODY_BYTES } from '#contract/endpoint.ts';
import { bytesOf } from '#contract/fields/fields.ts';
import { definitionOf } from '#pwa/local/changes/registry.ts';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';

/** The documented request of a change, and when it was made if that is known exactly. */
export function requestOf(entry: OutboxEntry) {
  const { method, path, isTimeExact, queuedAt } = entry;
  const time = isTimeExact && { madeAt: Date.parse(queuedAt) };
  return { method, path, body: bodyOf(entry), ...time };
}

/** Bytes of a call in a batch besides its body, at most. */
const AROUND = 700;
/** Bytes of all calls of a batch together, at most. */
const ROOM = SIGNED_IN_BODY_BYTES - 10_000;

/** The longest prefix of the changes that fits into one batch; one change at least. */
export function fitting(entries: readonly OutboxEntry[]): OutboxEntry[] {
  let room = ROOM;
  const end = entries.findIndex((entry, at) => {
    room -= AROUND + bytesOf(bodyOf(entry) ?? null);
    return at > 0 && room < 0;
  });
  return end < 0 ? [...entries] : entries.slice(0, end);
}

function bodyOf(entry: OutboxEntry): unknown {
  const { request } = definitionOf(entry);
  return request ? request(entry) : entry.body;
}
