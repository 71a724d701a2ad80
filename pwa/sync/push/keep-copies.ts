import type { Mirror } from '#pwa/local/database/mirror.ts';
import { type CopyPart, LISTS, type NewKeptCopy } from '#pwa/local/database/rows.ts';
import { listStateWithin } from '#pwa/local/database/server-state.ts';
import { entriesAbove } from '#pwa/local/rows/history.ts';
import { MirroredList } from '#pwa/local/rows/mirrored-list.ts';

/**
 * Keeps what this phone has seen of a database that a backup has replaced, above the revision at which the two parted,
 * until it was offered to the server (give-back.ts): the next pull replaces the rows here. Call it in `withLists` of all
 * lists, with `meta`, `historyPages`, `gone` and `copies`.
 */
export async function keepCopies(mirror: Mirror, epoch: string, left: number): Promise<void> {
  const kept: Record<CopyPart, NewKeptCopy[]> = {
    gone: [],
    campaigns: [],
    contacts: [],
    applications: [],
    history: [],
  };
  for (const list of LISTS) {
    if ((await listStateWithin(mirror, list)).epoch !== epoch) continue;
    const here = MirroredList.of(mirror, list);
    for (const { waiting: _, ...row } of here.rows()) {
      const copy = { epoch, list, record: row.id, part: list, value: row };
      if (row.version > left) kept[list].push(copy);
    }
    for (const { id, version } of await mirror.gone.where({ list }).toArray()) {
      const copy = { epoch, list, record: id, part: 'gone', value: { list, id, version } } as const;
      // One that is there was made again.
      if (version > left && here.get(id as never) === undefined) kept.gone.push(copy);
    }
    if (list !== 'applications') continue;
    for (const entry of await entriesAbove(mirror, left)) {
      const record = entry.applicationId;
      kept.history.push({ epoch, list, record, part: 'history', value: entry });
    }
  }
  // Entries come after their applications.
  await mirror.copies.bulkAdd(Object.values(kept).flat());
}
