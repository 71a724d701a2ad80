import { useLiveQuery } from 'dexie-react-hooks';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import type { ApplicationRow } from '#pwa/local/overlay.ts';
import { readApplications } from '#pwa/local/read-applications.ts';

export type { ApplicationRow };

/**
 * The newest applications as the person sees them, by their last change, newest first, and
 * how many there are in all. Undefined while loading. It reads `limit` rows by index, never all.
 */
export function useApplications({
  limit,
}: {
  limit: number;
}): { rows: ApplicationRow[]; total: number } | undefined {
  const mirror = useMirror();
  return useLiveQuery(() => readApplications(mirror, limit), [mirror, limit]);
}
