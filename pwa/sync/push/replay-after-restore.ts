import { BATCH_CALLS, unknownKeys } from '#contract/sync.ts';
import { Unreachable } from '#pwa/api/api-error.ts';
import { call } from '#pwa/api/call.ts';
import { serverNow } from '#pwa/lib/time/server-clock.ts';
import { definitionOf } from '#pwa/local/changes/registry.ts';
import type { ServerState } from '#pwa/local/database/meta-state.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import { reopening } from '#pwa/local/database/reopening.ts';
import { LISTS } from '#pwa/local/database/rows.ts';
import { isSettled, serverState } from '#pwa/local/database/server-state.ts';
import { KEPT_FOR, keepOnly } from '#pwa/local/outbox/ended.ts';
import { withRoom } from '#pwa/local/rows/make-room.ts';
import { withLists } from '#pwa/local/rows/mirrored-list.ts';
import { keepCopies } from './keep-copies.ts';

/**
 * After a restored backup has replaced the server's database: puts the changes that the server no longer
 * has back into the outbox, each in its old place and under its old idempotency key, before whatever
 * was queued later. The server says which keys it does not know, so nothing is applied twice. What this phone has seen
 * of others and the server may have lost is kept, to be offered. Does nothing while the database is the same.
 *
 * Call it by `settle`. Throws what `call` throws.
 *
 * @returns whether the server was asked
 */
export async function replayAfterRestore(mirror: Mirror, signal: AbortSignal): Promise<boolean> {
  const { ended, outbox, meta } = mirror;
  const [state, batches] = await reopening(mirror, () =>
    mirror.transaction('r', ended, meta, async () => {
      const now = await serverState(mirror);
      return [now, isSettled(now) ? [] : await ended.toArray()] as const;
    }),
  );
  if (isSettled(state)) return false;
  const keys = batches.flatMap(({ entries }) => entries.map(({ key }) => key));
  const { epoch, unknown, left } = await ask(mirror, { keys, before: state.epoch }, signal);
  const lastAsked = batches.at(-1)?.id ?? 0;

  const { historyPages, gone, copies } = mirror;
  const tables = [outbox, ended, meta, historyPages, gone, copies];
  await withRoom(mirror, () =>
    withLists(mirror, 'rw', { lists: LISTS, tables }, async () => {
      const now = await serverState(mirror);
      // Another tab, or a pull of this one, was quicker.
      if (now.epoch !== state.epoch || isSettled(now)) return;
      const oldest = serverNow() - KEPT_FOR;
      const lost: OutboxEntry[] = [];
      for (const each of await ended.toArray()) {
        // A frozen tab may have added this one meanwhile, from either database.
        const isLost = ({ key }: OutboxEntry) => each.id > lastAsked || unknown.has(key);
        if (each.at >= oldest) lost.push(...each.entries.filter(isLost));
        await keepOnly(mirror, each, (entry) => !isLost(entry));
      }
      await putBack(mirror, lost);
      if (state.epoch) await keepCopies(mirror, state.epoch, left);
      await meta.put({ key: 'server', epoch, heard: epoch } satisfies ServerState);
    }),
  );
  return true;
}

async function ask(
  { userId }: Mirror,
  { keys, before }: { keys: readonly string[]; before: string | null },
  signal: AbortSignal,
): Promise<{ epoch: string; unknown: ReadonlySet<string>; left: number }> {
  const epochs = new Set<string>();
  const unknown = new Set<string>();
  let left = 0;
  for (let at = 0; at === 0 || at < keys.length; at += BATCH_CALLS) {
    const asked = keys.slice(at, at + BATCH_CALLS);
    // A disk may have damaged it.
    const body = { keys: asked, ...(typeof before === 'string' && { epoch: before }) };
    const said = await call(unknownKeys, { body, sentFor: userId, signal });
    epochs.add(said.epoch);
    left = said.left ?? 0;
    for (const key of said.unknown) unknown.add(key);
  }
  const [epoch, another] = epochs;
  if (epoch === undefined || another !== undefined) {
    throw new Unreachable('The database was replaced.');
  }
  return { epoch, unknown, left };
}

/** Queued changes of an application now depend on the conversion that makes it once more. */
async function putBack({ outbox }: Mirror, lost: readonly OutboxEntry[]): Promise<void> {
  if (lost.length === 0) return;
  await outbox.bulkPut(lost.map((entry) => ({ ...entry, again: true as const })));
  const conversions = new Map(
    lost.flatMap((entry) => {
      const { list, makes } = definitionOf(entry);
      return makes && makes.list !== list ? [[entry.entity, entry.key] as const] : [];
    }),
  );
  if (conversions.size === 0) return;
  const madeBy = (entry: OutboxEntry) => conversions.get(definitionOf(entry).after?.(entry) ?? '');
  await outbox
    .filter((entry) => entry.dependsOn === null && madeBy(entry) !== undefined)
    .modify((entry) => {
      entry.dependsOn = madeBy(entry) ?? null;
    });
}
