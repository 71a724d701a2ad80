import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { useRecord } from '#pwa/local/rows/record-view.ts';

/** One application with queued changes applied; null if there is none, undefined while loading. */
export function useApplication(id: string): ApplicationRow | null | undefined {
  return useRecord(id)?.row;
}
