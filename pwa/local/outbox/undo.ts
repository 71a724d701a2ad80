import type { Text } from '#pwa/local/changes/define-change.ts';
import { definitionOf, entityOf, type Mutation, reverseOf } from '#pwa/local/changes/registry.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import type { Ending, OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import { reopening } from '#pwa/local/database/reopening.ts';
import { LISTS } from '#pwa/local/database/rows.ts';
import { presenceOf } from '#pwa/local/rows/forget-records.ts';
import { MirroredList, withLists } from '#pwa/local/rows/mirrored-list.ts';
import { readRecord } from '#pwa/local/rows/read-rows.ts';
import { drop, dropReverses, endingsOf } from './ended.ts';
import { outboxTables, withState } from './in-flight.ts';
import { recordOf } from './lane.ts';
import { entryOf, isOnlyHere } from './outbox-actions.ts';
import { endedAmong } from './outcome.ts';
import { append, newEntry, saving } from './queue.ts';

/**
 * What became of a change that a person wants to drop. `undone`: it is gone without a trace. `unanswered`: it is gone
 * from here but may have reached the server. `sending` and `sent`: it is in flight or accepted, so it was not dropped.
 */
export type UndoResult = 'undone' | 'unanswered' | 'sending' | 'sent';

/**
 * Drops a change for good because the person says so. The queued changes to a record that it would have created are
 * dropped with it, because they have nothing left to change. One that was dropped before became what it became then.
 *
 * @param unsentOnly leaves a change that may have reached the server in the queue: it counts as `sending`
 */
export function takeBack(
  mirror: Mirror,
  key: string,
  { unsentOnly = false } = {},
): Promise<UndoResult> {
  return reopening(mirror, () => undoing(mirror, () => takeOneBack(mirror, key, unsentOnly)));
}

/** Drops changes and queues others in one transaction, so that nothing is sent or dropped between two of them. */
function undoing<Result>(mirror: Mirror, work: () => Promise<Result>): Promise<Result> {
  const { ended, questions } = mirror;
  const tables = [...outboxTables(mirror), ended, questions];
  return withLists(mirror, 'rw', { lists: LISTS, tables }, work);
}

/** `takeBack` within `undoing`. */
async function takeOneBack(mirror: Mirror, key: string, unsentOnly: boolean): Promise<UndoResult> {
  const entry = await entryOf(mirror, key);
  if (!entry) return resultOf((await endingsOf(mirror, [key])).get(key));
  const how = isOnlyHere(entry) ? 'undone' : 'unanswered';
  if (entry.state === 'sending' || (unsentOnly && how === 'unanswered')) return 'sending';
  const built = await withState(mirror, await builtOn(mirror, entry));
  const dropped = [entry, ...built.filter(({ state }) => state !== 'sending')];
  await drop(mirror, how, dropped);
  if (how === 'undone') {
    await dropReverses(mirror, new Set([key]));
    await forgetDropped(mirror, entry);
  }
  return how;
}

/** The end of a change that left the outbox before; undefined if it is no longer known. */
function resultOf(ending: Ending | undefined): UndoResult {
  return ending === 'accepted' || ending === 'already' ? 'sent' : (ending ?? 'unanswered');
}

/** Later changes that the server does not have either forget what they saw of a dropped one. */
async function forgetDropped(mirror: Mirror, dropped: OutboxEntry): Promise<void> {
  const lane = await mirror.outbox.where('entity').equals(dropped.entity).sortBy('seq');
  const later = await withState(
    mirror,
    lane.filter(({ seq }) => seq > dropped.seq),
  );
  await mirror.outbox.bulkPut(withoutDropped(dropped, later.filter(isOnlyHere)));
}

/** The queued changes to a record that `entry` would have created. */
async function builtOn(mirror: Mirror, entry: OutboxEntry): Promise<OutboxEntry[]> {
  const { list, makes } = definitionOf(entry);
  if (!makes) return [];
  if (makes.list === list) {
    const lane = await mirror.outbox.where('entity').equals(entry.entity).toArray();
    return lane.filter(({ seq }) => seq > entry.seq);
  }
  // If another phone has created the record, the changes to it keep their meaning.
  if (MirroredList.of(mirror, makes.list).get(makes.id(entry))) return [];
  return mirror.outbox.filter(({ dependsOn }) => dependsOn === entry.key).toArray();
}

/**
 * Later changes of the same kind as they are without a dropped one: what they saw of it goes back to what
 * stood before it. Otherwise the server would take a value that only the dropped change has set for one
 * that another person has changed.
 *
 * @param later the changes of the same record that were queued after the dropped one, oldest first
 * @returns the bodies that differ
 */
export function withoutDropped(dropped: OutboxEntry, later: readonly OutboxEntry[]): OutboxEntry[] {
  const { type } = dropped;
  const before = valuesOf(dropped.seen);
  const set = new Map(
    Object.entries(valuesOf(dropped.body)).filter(
      ([field, value]) => field in before && before[field] !== value,
    ),
  );
  return later
    .filter((entry) => entry.type === type)
    .flatMap((entry) => {
      const [body, seen] = [valuesOf(entry.body), valuesOf(entry.seen)];
      let differs = false;
      for (const [field, value] of set) {
        const isKept = body[field] === value;
        // It decides about the field itself; the changes after it saw its value.
        if (!isKept) set.delete(field);
        if (seen[field] !== value || body[field] === before[field]) continue;
        seen[field] = before[field];
        if (isKept) body[field] = before[field];
        differs = true;
      }
      // The same fields with other values.
      return differs ? [{ ...entry, body, seen } as OutboxEntry] : [];
    });
}

/** A copy of a body or of seen values: a record of values, or null. */
function valuesOf(values: OutboxEntry['body'] | OutboxEntry['seen']): Record<string, unknown> {
  return { ...values };
}

/** What an Undo comes to. */
interface Undone {
  /** The result for each change that has an Undo, by the key of the change. */
  became: Map<string, UndoResult>;
  /** The queued changes that reverse others, and their keys. */
  reverses: Mutation[];
  keys: string[];
}

/**
 * Takes changes back, the last first: drops changes that never left this device, and queues changes that reverse the
 * others. One that found its record as it wants it, or about which a question is open, has no Undo. Throws NotSaved.
 *
 * @param keys in the order of `changes`
 */
export async function undoChanges(
  mirror: Mirror,
  keys: readonly string[],
  changes: readonly Mutation[],
  text: Text,
): Promise<Undone> {
  // Made once: a repeated transaction queues the same entries.
  const backs = changes.map((change, at) => {
    const reverse = reverseOf(change, text);
    return reverse && { reverse, entry: { ...newEntry(reverse), undoes: keys[at] } };
  });
  return saving(mirror, (isRepeated) =>
    undoing(mirror, async () => {
      const { asked, already } = await endedAmong(mirror, keys);
      const kept = new Set([...asked, ...already]);
      const became: Undone['became'] = new Map();
      const queued: NonNullable<(typeof backs)[number]>[] = [];
      for (const [at, key] of [...keys.entries()].reverse()) {
        const change = changes[at];
        if (!change || kept.has(key)) continue;
        const back = backs[at];
        const result = await takeOneBack(mirror, key, Boolean(back));
        became.set(key, result);
        if (!back || (result !== 'sent' && result !== 'sending')) continue;
        if (!(await isRecordGone(mirror, entityOf(change), key))) queued.push(back);
      }
      const entries = queued.map(({ entry }) => entry);
      return {
        became,
        reverses: queued.map(({ reverse }) => reverse),
        keys: await append(mirror, entries, { isRepeated }),
      };
    }),
  );
}

/**
 * Of a record that is gone nothing is queued: the change would bring back what it said of an erased person. A view is
 * gone once its change is forgotten, or followed by a removal.
 */
async function isRecordGone(mirror: Mirror, lane: string, key: string): Promise<boolean> {
  if (recordOf(lane)) return presenceOf(await readRecord(mirror, lane)) === 0;
  const ended = (await mirror.ended.toArray()).flatMap(({ entries }) => entries);
  const queued = await mirror.outbox.where('entity').equals(lane).sortBy('seq');
  const said = [...ended.filter(({ entity }) => entity === lane), ...queued];
  const at = said.findIndex((entry) => entry.key === key);
  return at < 0 || said.slice(at + 1).some(({ type }) => type === 'view-removed');
}

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
