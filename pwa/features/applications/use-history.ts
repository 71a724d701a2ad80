import { useLiveQuery } from 'dexie-react-hooks';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import { readHistory } from '#pwa/local/read-applications.ts';
import type { HistoryRow } from '#pwa/local/rows.ts';

export type { HistoryRow };

/**
 * The status history of one application, newest first, with the changes that still wait on top.
 * An entry whose two statuses are the same is a note. Undefined while loading.
 */
export function useHistory(id: string): HistoryRow[] | undefined {
  const mirror = useMirror();
  return useLiveQuery(() => readHistory(mirror, id), [mirror, id]);
}
