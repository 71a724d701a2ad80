import { COPIES_AT_ONCE, ENTRIES_AT_ONCE, type OfferedCopies } from '#contract/backups/copies.ts';
import { bytesOf } from '#contract/fields/fields.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { LISTS, type ListName, type VersionedRow } from '#pwa/local/database/rows.ts';
import { listStateWithin } from '#pwa/local/database/server-state.ts';
import { entriesAbove } from '#pwa/local/rows/history.ts';
import { MirroredList } from '#pwa/local/rows/mirrored-list.ts';

/** Bytes of the rows of one call: on a bad connection it ends, too. */
const ROOM = 300_000;

/** The most of each part in one call. */
const MOST = {
  gone: COPIES_AT_ONCE,
  campaigns: COPIES_AT_ONCE,
  contacts: COPIES_AT_ONCE,
  applications: COPIES_AT_ONCE,
  history: ENTRIES_AT_ONCE,
};
/** Entries come after their applications. */
const PARTS = Object.keys(MOST) as (keyof typeof MOST)[];

/**
 * Keeps what this phone has seen of a database that a backup has replaced, above the revision at which the two parted,
 * until it was offered to the server (give-back.ts): the next pull replaces the rows here. Call it in
 * `withLists` of all lists, with `meta`, `historyPages`, `gone` and `copies`.
 */
export async function keepCopies(mirror: Mirror, epoch: string, left: number): Promise<void> {
  const isLost = ({ version }: { version: number }) => version > left;
  const parts: Record<keyof typeof MOST, object[]> = {
    gone: [],
    campaigns: [],
    contacts: [],
    applications: [],
    history: await entriesAbove(mirror, left),
  };
  for (const list of LISTS) {
    if ((await listStateWithin(mirror, list)).epoch !== epoch) continue;
    for (const { waiting: _, ...row } of MirroredList.of(mirror, list).rows()) {
      if (isLost(row)) parts[list].push(row);
    }
  }
  const isThere = (list: ListName, id: VersionedRow['id']) =>
    MirroredList.of<ListName>(mirror, list).get(id) !== undefined;
  for (const { list, id, version } of await mirror.gone.toArray()) {
    // One that is there was made again.
    if (version > left && !isThere(list, id)) parts.gone.push({ list, id, version });
  }
  await mirror.copies.bulkAdd(inCalls(epoch, parts).map((body) => ({ body })));
}

function inCalls(
  epoch: string,
  parts: Readonly<Record<keyof typeof MOST, readonly object[]>>,
): OfferedCopies[] {
  const calls: Record<keyof typeof MOST, object[]>[] = [];
  let room = 0;
  for (const part of PARTS) {
    for (const one of parts[part]) {
      const size = bytesOf(one);
      let last = calls.at(-1);
      if (!last || size > room || last[part].length === MOST[part]) {
        last = { gone: [], campaigns: [], contacts: [], applications: [], history: [] };
        calls.push(last);
        room = ROOM;
      }
      last[part].push(one);
      room -= size;
    }
  }
  // Rows are what the server gave, by the schemas of the contract.
  return calls.map((body) => ({ epoch, ...body }) as unknown as OfferedCopies);
}
