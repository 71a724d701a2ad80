import { useRecord } from '#pwa/local/record-view.ts';
import type { HistoryRow } from '#pwa/local/rows.ts';

export type { HistoryRow };

/**
 * The status history of one application, newest first, queued changes on top. An entry with
 * two equal statuses is a note. Undefined while loading.
 */
export function useHistory(id: string): readonly HistoryRow[] | undefined {
  return useRecord(id)?.history;
}
