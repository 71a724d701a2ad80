import { useLiveQuery } from 'dexie-react-hooks';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import { readHistory } from '#pwa/local/read-rows.ts';
import type { HistoryRow } from '#pwa/local/rows.ts';

export type { HistoryRow };

/**
 * The status history of one application, newest first, queued changes on top. An entry with
 * two equal statuses is a note. Undefined while loading.
 */
export function useHistory(id: string): HistoryRow[] | undefined {
  const mirror = useMirror();
  return useLiveQuery(() => readHistory(mirror, id), [mirror, id]);
}
