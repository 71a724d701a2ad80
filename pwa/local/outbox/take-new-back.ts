import type { Mirror } from '#pwa/local/database/mirror.ts';
import { reopening } from '#pwa/local/database/reopening.ts';
import { outboxTables, withState } from './in-flight.ts';
import { isOnlyHere } from './outbox-actions.ts';

/**
 * Undoes many new records at once, with the changes that build on them: those that never left this
 * device, nor anything that builds on them.
 *
 * @returns the keys of the dropped records; the others stay as they are
 */
export function takeNewBack(mirror: Mirror, keys: readonly string[]): Promise<ReadonlySet<string>> {
  // What an attempt has dropped that lost its connection after the commit.
  let gone: ReadonlySet<string> = new Set();
  return reopening(mirror, () =>
    mirror.transaction('rw', outboxTables(mirror), async () => {
      const { outbox } = mirror;
      const made = await outbox.where('key').anyOf(keys).toArray();
      const lanes = made.map(({ entity }) => entity);
      const entries = await withState(mirror, await outbox.where('entity').anyOf(lanes).toArray());
      const sent = new Set(
        entries.filter((entry) => !isOnlyHere(entry)).map(({ entity }) => entity),
      );
      await outbox.bulkDelete(
        entries.filter(({ entity }) => !sent.has(entity)).map(({ seq }) => seq),
      );
      const dropped = made.filter(({ entity }) => !sent.has(entity)).map(({ key }) => key);
      const isThere = new Set(made.map(({ key }) => key));
      gone = new Set([...[...gone].filter((key) => !isThere.has(key)), ...dropped]);
      return gone;
    }),
  );
}
