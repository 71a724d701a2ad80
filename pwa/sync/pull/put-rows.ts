import type { Mirror } from '#pwa/local/database/mirror.ts';
import type { ListName, VersionedRow } from '#pwa/local/database/rows.ts';
import { isOfServer } from '#pwa/local/database/server-state.ts';
import { removeEarlierHistory } from '#pwa/local/rows/history.ts';
import { listStateWithin } from '#pwa/local/rows/list-state.ts';
import { MirroredList } from '#pwa/local/rows/mirrored-list.ts';

/**
 * Puts rows from answers, unless the mirror knows something newer: another copy, or that the row was deleted: it is
 * not in a whole list that has seen its version. Call it in `withLists` of the list, with `meta` and `historyPages`.
 */
export async function putRows(
  mirror: Mirror,
  list: ListName,
  rows: readonly VersionedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const { generation, epoch, cursor, tail } = await listStateWithin(mirror, list);
  const mirrored = MirroredList.of(mirror, list);
  // Of a restored database nothing is known before its first pull.
  const isSame = await isOfServer(mirror, epoch);
  const isWhole = isSame && tail === null && mirrored.isReadable;
  const wanted = rows.filter(({ id, version }) => {
    const known = mirrored.get(id);
    // Also while the list is pulled again, which gives its rows a new number.
    if (known) return !isSame || known.version < version;
    return !isWhole || version > cursor;
  });
  if (list === 'applications') await removeEarlierHistory(mirror, wanted);
  await mirrored.write({ generation, rows: wanted });
}
