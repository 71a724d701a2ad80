import { useRecord } from '#pwa/local/record-view.ts';
import type { ApplicationRow } from '#pwa/local/rows.ts';

/** One application with queued changes applied; null if there is none, undefined while loading. */
export function useApplication(id: string): ApplicationRow | null | undefined {
  return useRecord(id)?.row;
}
