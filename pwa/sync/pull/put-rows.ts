import type { Mirror } from '#pwa/local/database/mirror.ts';
import type { ListName, VersionedRow } from '#pwa/local/database/rows.ts';
import { serverState } from '#pwa/local/database/server-state.ts';
import { blankState, listStatesWithin, pullOf } from '#pwa/local/rows/list-state.ts';
import { MirroredList } from '#pwa/local/rows/mirrored-list.ts';

/**
 * Puts rows from answers, unless the mirror has newer ones. Call it in `withLists` of the list, with
 * `meta`.
 *
 * @param stale the server may have stored the answer some time ago: a row that the mirror knows to be deleted
 *   stays deleted
 */
export async function putRows(
  mirror: Mirror,
  list: ListName,
  rows: readonly VersionedRow[],
  { stale }: { stale: boolean },
): Promise<void> {
  if (rows.length === 0) return;
  const [state = blankState(list)] = await listStatesWithin(mirror, [list]);
  const { generation, epoch, cursor, tail } = state;
  const mirrored = MirroredList.of(mirror, list);
  const server = await serverState(mirror);
  // After a restore the cursor says nothing about the database that answers, before its first pull.
  const isOfServer = epoch !== null && epoch === server.epoch;
  const isWhole = isOfServer && tail === null;
  // While a list is pulled again its rows are of an older pull, but not of another database.
  const isSame = isOfServer && (server.heard ?? epoch) === epoch;
  const wanted = rows.filter(({ id, version }) => {
    const known = mirrored.get(id);
    if (known) return !isSame || known.version < version;
    return !(stale && isWhole && version <= cursor);
  });
  await mirrored.write({ generation: pullOf(generation), rows: wanted });
}
