import type { Text } from '#pwa/local/changes/define-change.ts';
import type { Mutation } from '#pwa/local/changes/registry.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { readRecord } from '#pwa/local/rows/read-rows.ts';
import { recordOf } from './lane.ts';
import { endedAmong } from './outcome.ts';
import { queueAll } from './queue.ts';
import { entityOf, presenceOf, reverseOf } from './reverse-of.ts';
import { takeBack, type UndoResult } from './take-back.ts';

/** What an Undo comes to. */
interface Undone {
  /** The result for each change that has an Undo, by the key of the change. */
  became: Map<string, UndoResult>;
  /** The queued changes that reverse others, and their keys. */
  reverses: Mutation[];
  keys: string[];
}

/**
 * Takes changes back, the last first: drops those that never left this device, and queues changes that reverse the
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
  const { asked, already } = await endedAmong(mirror, keys);
  const kept = new Set([...asked, ...already]);
  const became: Undone['became'] = new Map();
  const reverses: Mutation[] = [];
  const undone: string[] = [];
  for (const [at, key] of [...keys.entries()].reverse()) {
    const change = changes[at];
    if (!change || kept.has(key)) continue;
    const reverse = reverseOf(change, text);
    const result = await takeBack(mirror, key, { unsentOnly: reverse !== null });
    became.set(key, result);
    if (!reverse || (result !== 'sent' && result !== 'sending')) continue;
    if (await isRecordGone(mirror, entityOf(change))) continue;
    reverses.push(reverse);
    undone.push(key);
  }
  return { became, reverses, keys: await queueAll(mirror, reverses, undone) };
}

/** Of a record that is gone nothing is queued: the change would bring back what it said of an erased person. */
async function isRecordGone(mirror: Mirror, lane: string): Promise<boolean> {
  return recordOf(lane) !== null && presenceOf(await readRecord(mirror, lane)) === 0;
}
