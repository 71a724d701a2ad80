import type { ListName, Mirror } from '#pwa/local/mirror.ts';

/** What every mirrored row has. */
export interface VersionedRow {
  id: string | number;
  version: number;
  generation?: number;
}

/** The table of a list, for code that treats all lists alike. */
export function tableOf(mirror: Mirror, list: ListName) {
  return mirror.table<VersionedRow, string | number>(list);
}

/**
 * Puts one row that an answer carried, unless the mirror has a newer one. Call it in a transaction
 * on the list's table and `meta`.
 *
 * @param stale the answer may be an old one that the server has kept: a row that the mirror knows to
 *   be gone stays gone
 */
export async function putRow(
  mirror: Mirror,
  list: ListName,
  row: VersionedRow,
  { stale }: { stale: boolean },
): Promise<void> {
  const state = await mirror.meta.get(list);
  const old: VersionedRow | undefined = await tableOf(mirror, list).get(row.id);
  const { generation, cursor, tail } = state && 'cursor' in state ? state : NEVER;
  if (old && (old.generation ?? 0) === generation && old.version > row.version) return;
  if (!old && stale && !tail && row.version <= cursor) return;
  await tableOf(mirror, list).put({ ...row, generation });
}

const NEVER = { generation: 0, cursor: -1, tail: null };
