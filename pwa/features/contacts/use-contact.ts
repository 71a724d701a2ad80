import { useLiveQuery } from 'dexie-react-hooks';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { ContactRow } from '#pwa/local/database/rows.ts';
import { readRow } from '#pwa/local/rows/read-rows.ts';

/**
 * One inquiry; null if the mirror lacks it, undefined while loading. It stands in no history if the player is gone, or
 * was removed as made by mistake.
 */
export function useContact(id: number | null): ContactRow | null | undefined {
  const mirror = useMirror();
  return useLiveQuery(async () => {
    const row = id === null ? null : await readRow(mirror, 'contacts', id);
    if (!row?.addedTo) return row;
    const player = await readRow(mirror, 'applications', row.addedTo);
    return player?.removedAt === null ? row : { ...row, addedTo: null };
  }, [mirror, id]);
}
