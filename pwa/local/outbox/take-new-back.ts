import type { Mirror } from '#pwa/local/database/mirror.ts';
import { reopening } from '#pwa/local/database/reopening.ts';
import { endingsOf, writeEnding } from './ended.ts';
import { outboxTables, withState } from './in-flight.ts';
import { isOnlyHere } from './outbox-actions.ts';

/**
 * Undoes many new records at once, with the changes that build on them: those that never left this
 * device, nor anything that builds on them.
 *
 * @returns the keys of the records that are undone, now or before; the others stay as they are
 */
export function takeNewBack(mirror: Mirror, keys: readonly string[]): Promise<ReadonlySet<string>> {
  return reopening(mirror, () =>
    mirror.transaction('rw', [...outboxTables(mirror), mirror.ended], async () => {
      const { outbox } = mirror;
      const made = await outbox.where('key').anyOf(keys).toArray();
      const lanes = made.map(({ entity }) => entity);
      const entries = await withState(mirror, await outbox.where('entity').anyOf(lanes).toArray());
      const sent = new Set(
        entries.filter((entry) => !isOnlyHere(entry)).map(({ entity }) => entity),
      );
      const dropped = entries.filter(({ entity }) => !sent.has(entity));
      await outbox.bulkDelete(dropped.map(({ seq }) => seq));
      await writeEnding(mirror, 'undone', dropped);
      const stay = new Set(made.filter(({ entity }) => sent.has(entity)).map(({ key }) => key));
      const endings = await endingsOf(
        mirror,
        keys.filter((key) => !stay.has(key)),
      );
      return new Set([...endings.keys()].filter((key) => endings.get(key) === 'undone'));
    }),
  );
}
