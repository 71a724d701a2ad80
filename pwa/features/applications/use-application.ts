import { useLiveQuery } from 'dexie-react-hooks';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import { readRow } from '#pwa/local/read-rows.ts';
import type { ApplicationRow } from '#pwa/local/rows.ts';

/** One application with queued changes applied; null if there is none, undefined while loading. */
export function useApplication(id: string): ApplicationRow | null | undefined {
  const mirror = useMirror();
  return useLiveQuery(() => readRow(mirror, 'applications', id), [mirror, id]);
}
