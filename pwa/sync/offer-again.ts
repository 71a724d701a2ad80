import { BATCH_CALLS, unknownKeys } from '#contract/sync.ts';
import { Unreachable } from '#pwa/api/api-error.ts';
import { call } from '#pwa/api/call.ts';
import { serverNow } from '#pwa/lib/server-clock.ts';
import { KEPT_FOR, keepOnly } from '#pwa/local/acknowledged.ts';
import { withRoom } from '#pwa/local/make-room.ts';
import type { Mirror } from '#pwa/local/mirror.ts';
import { contactOf, type OutboxEntry } from '#pwa/local/outbox-entry.ts';
import { reopening } from '#pwa/local/reopening.ts';
import { isSettled, type ServerState, serverState } from '#pwa/local/server-state.ts';

/**
 * Puts back into the outbox what the server had taken and does not know any more, because a backup has
 * taken the place of its database (fault 32): each change in its old place and under its old key, before
 * what was made later. The server itself says which keys it does not know, so that nothing can be
 * applied twice, whatever was written to it since. Does nothing where it is the database that it was.
 *
 * To be called while no other tab sends, and before anything is sent. Throws what `call` throws.
 *
 * @returns whether the server was asked
 */
export async function offerAgain(mirror: Mirror, signal: AbortSignal): Promise<boolean> {
  const { acknowledged, outbox, meta } = mirror;
  const [state, kept] = await reopening(mirror, () =>
    mirror.transaction('r', acknowledged, meta, async () => {
      const now = await serverState(mirror);
      return [now, isSettled(now) ? [] : await acknowledged.toArray()] as const;
    }),
  );
  if (isSettled(state)) return false;
  const keys = kept.flatMap(({ entries }) => entries.map(({ key }) => key));
  const isFirst = keys.length === 0 && state.heard !== null;
  const { epoch, unknown } = isFirst
    ? { epoch: state.heard, unknown: new Set<string>() }
    : await ask(mirror, keys, signal);
  const lastAsked = kept.at(-1)?.id ?? 0;

  await withRoom(mirror, () =>
    mirror.transaction('rw', outbox, acknowledged, meta, async () => {
      const oldest = serverNow() - KEPT_FOR;
      const lost: OutboxEntry[] = [];
      for (const each of await acknowledged.toArray()) {
        // What a frozen tab has added meanwhile may be in this database or in the one before.
        const isLost = ({ key }: OutboxEntry) => each.id > lastAsked || unknown.has(key);
        if (each.at >= oldest) lost.push(...each.entries.filter(isLost));
        await keepOnly(mirror, each, (entry) => !isLost(entry));
      }
      await putBack(mirror, lost);
      await meta.put({ key: 'server', epoch, heard: epoch } satisfies ServerState);
    }),
  );
  return !isFirst;
}

async function ask(
  { userId }: Mirror,
  keys: readonly string[],
  signal: AbortSignal,
): Promise<{ epoch: string; unknown: ReadonlySet<string> }> {
  const epochs = new Set<string>();
  const unknown = new Set<string>();
  for (let at = 0; at === 0 || at < keys.length; at += BATCH_CALLS) {
    const body = { keys: keys.slice(at, at + BATCH_CALLS) };
    const said = await call(unknownKeys, { body, sentFor: userId, signal });
    epochs.add(said.epoch);
    for (const key of said.unknown) unknown.add(key);
  }
  const [epoch, another] = epochs;
  if (epoch === undefined || another !== undefined) {
    throw new Unreachable('The database was replaced while it was asked.');
  }
  return { epoch, unknown };
}

/** Whatever changes an application now waits for the conversion that has to make it once more. */
async function putBack({ outbox }: Mirror, lost: readonly OutboxEntry[]): Promise<void> {
  if (lost.length === 0) return;
  await outbox.bulkPut([...lost]);
  const conversions = new Map(
    lost.flatMap((entry) =>
      entry.type === 'contact-converted' ? [[entry.seen.id, entry.key] as const] : [],
    ),
  );
  if (conversions.size === 0) return;
  const madeBy = (entry: OutboxEntry) => conversions.get(contactOf(entry) ?? Number.NaN);
  await outbox
    .filter((entry) => entry.dependsOn === null && madeBy(entry) !== undefined)
    .modify((entry) => {
      entry.dependsOn = madeBy(entry) ?? null;
    });
}
