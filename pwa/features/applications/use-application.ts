import { useLiveQuery } from 'dexie-react-hooks';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import { readApplication } from '#pwa/local/read-applications.ts';
import type { ApplicationRow } from '#pwa/local/rows.ts';

/**
 * One application as the person sees it: the mirror with what waits in the outbox laid over it. Null
 * when neither has it, undefined while loading.
 */
export function useApplication(id: string): ApplicationRow | null | undefined {
  const mirror = useMirror();
  return useLiveQuery(() => readApplication(mirror, id), [mirror, id]);
}
