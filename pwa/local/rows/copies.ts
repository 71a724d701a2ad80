import type { Mirror } from '#pwa/local/database/mirror.ts';
import type { ListName, VersionedRow } from '#pwa/local/database/rows.ts';

// What a restored server may have lost: deletions that this phone has seen, and copies that wait to be offered
// (sync/push/keep-copies.ts).

/** How long it is known that a record was deleted, in ms: backups are older at times. */
const GONE_FOR = 180 * 24 * 60 * 60_000;

/** Forgets copies of records that are deleted or erased, or of a whole list. Call it in a transaction on `copies`. */
export async function forgetCopies(
  { copies }: Mirror,
  list: ListName,
  ids: ReadonlySet<VersionedRow['id']> | 'all',
): Promise<void> {
  const isGone = (id: VersionedRow['id']) => ids === 'all' || ids.has(id);
  for (const { id, body } of await copies.toArray()) {
    const kept = {
      ...body,
      [list]: body[list].filter((row) => !isGone(row.id)),
      ...(list === 'applications' && {
        history: body.history.filter((entry) => !isGone(entry.applicationId)),
      }),
    };
    await copies.update(id, { body: kept });
  }
}

/** Notes that these records are deleted. Call it in a transaction on `gone`. */
export async function noteGone(
  { gone }: Mirror,
  list: ListName,
  { ids, revision }: { ids: readonly VersionedRow['id'][]; revision: number },
): Promise<void> {
  if (ids.length === 0) return;
  const at = Date.now();
  await gone
    .where('at')
    .below(at - GONE_FOR)
    .delete();
  await gone.bulkPut(ids.map((id) => ({ list, id, version: revision, at })));
}
