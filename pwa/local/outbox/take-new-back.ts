import type { Mutation } from '#pwa/local/changes/registry.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { drop, endingsOf } from './ended.ts';
import { outboxTables, withState } from './in-flight.ts';
import { isOnlyHere } from './outbox-actions.ts';
import { append, newEntry, saving } from './queue.ts';

/**
 * Undoes many new records at once, in one transaction. Those that never left this device are dropped with the changes
 * that build on them, unless one of these has left it. The others are removed by a change. Throws NotSaved.
 *
 * @param made by the key of the change that made a record, the change that removes it
 */
export async function takeNewBack(
  mirror: Mirror,
  made: ReadonlyMap<string, Mutation>,
): Promise<void> {
  const removals = [...made].map(([key, removal]) => ({ key, entry: newEntry(removal) }));
  await saving(mirror, (isRepeated) =>
    mirror.transaction('rw', [...outboxTables(mirror), mirror.ended], async () => {
      const undone = await dropNew(mirror, [...made.keys()]);
      const left = removals.filter(({ key }) => !undone.has(key));
      await append(
        mirror,
        left.map(({ entry }) => entry),
        { isRepeated },
      );
    }),
  );
}

/**
 * Drops what never left this device. Call it in a transaction on `outboxTables` and `ended`.
 *
 * @returns the keys of the records that are undone, now or before
 */
async function dropNew(mirror: Mirror, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const { outbox } = mirror;
  const made = await outbox.where('key').anyOf(keys).toArray();
  const lanes = made.map(({ entity }) => entity);
  const entries = await withState(mirror, await outbox.where('entity').anyOf(lanes).toArray());
  const sent = new Set(entries.filter((entry) => !isOnlyHere(entry)).map(({ entity }) => entity));
  const dropped = entries.filter(({ entity }) => !sent.has(entity));
  await drop(mirror, 'undone', dropped);
  const stay = new Set(made.filter(({ entity }) => sent.has(entity)).map(({ key }) => key));
  const endings = await endingsOf(
    mirror,
    keys.filter((key) => !stay.has(key)),
  );
  return new Set([...endings.keys()].filter((key) => endings.get(key) === 'undone'));
}
