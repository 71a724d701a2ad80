import type { HistoryRow } from '#pwa/local/database/rows.ts';
import { useRecord } from '#pwa/local/rows/record-view.ts';

export type { HistoryRow };

/**
 * The status history of one application, newest first, queued changes on top. An entry with
 * two equal statuses is a note. Undefined while loading.
 */
export function useHistory(id: string): readonly HistoryRow[] | undefined {
  return useRecord(id)?.history;
}
