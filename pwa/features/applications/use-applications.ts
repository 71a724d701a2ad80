import { useLiveQuery } from 'dexie-react-hooks';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import type { ApplicationRow } from '#pwa/local/overlay.ts';
import { readAllApplications, readApplications } from '#pwa/local/read-applications.ts';

/** Rows that are on screen before all are read. */
const FIRST = 50;

/**
 * The newest applications by their last change, and how many there are in all; undefined
 * while loading. It reads by index, never all, and not at all unless it is wanted.
 */
export function useNewestApplications(
  wanted: boolean,
): { rows: ApplicationRow[]; total: number } | undefined {
  const mirror = useMirror();
  return useLiveQuery(
    () => (wanted ? readApplications(mirror, FIRST) : undefined),
    [mirror, wanted],
  );
}

/** All applications as the person sees them, newest change first; undefined while loading. */
export function useAllApplications(): readonly ApplicationRow[] | undefined {
  const mirror = useMirror();
  return useLiveQuery(() => readAllApplications(mirror), [mirror]);
}
