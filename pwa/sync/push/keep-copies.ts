import { serverNow } from '#pwa/lib/time/server-clock.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { type CopyPart, LISTS, type NewKeptCopy } from '#pwa/local/database/rows.ts';
import { listStateWithin } from '#pwa/local/database/server-state.ts';
import { entriesAbove } from '#pwa/local/rows/history.ts';
import { MirroredList } from '#pwa/local/rows/mirrored-list.ts';

/**
 * Keeps what this phone has seen of a database that a backup has replaced, above the revision at which the two parted, to
 * be offered to the server (give-back.ts): the next pull replaces the rows here. What was kept of databases before stays
 * beside it, and is offered to this one, too: the server weighs each copy by its database. Call it in `withLists` of all
 * lists, with `meta`, `historyPages`, `gone` and `copies`.
 */
export async function keepCopies(mirror: Mirror, epoch: string, left: number): Promise<void> {
  const at = serverNow();
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
      const copy = { epoch, at, list, record: row.id, part: list, value: row };
      if (row.version > left) kept[list].push(copy);
    }
    for (const { id, version } of await mirror.gone.where({ list }).toArray()) {
      const value = { list, id, version };
      const copy = { epoch, at, list, record: id, part: 'gone', value } as const;
      // One that is there was made again.
      if (version > left && here.get(id as never) === undefined) kept.gone.push(copy);
    }
    // What is noted from now on is of another database.
    await mirror.gone
      .where({ list })
      .and(({ version }) => version > left)
      .delete();
    if (list !== 'applications') continue;
    for (const entry of await entriesAbove(mirror, left)) {
      const record = entry.applicationId;
      kept.history.push({ epoch, at, list, record, part: 'history', value: entry });
    }
  }
  // Entries come after their applications.
  await mirror.copies.bulkAdd(Object.values(kept).flat());
}
