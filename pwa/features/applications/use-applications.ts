import { useLiveQuery } from 'dexie-react-hooks';
import { FIRST_ROWS } from '#pwa/local/first-rows.ts';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import { readEarly } from '#pwa/local/opening.ts';
import { readAllApplications, readApplications } from '#pwa/local/read-applications.ts';
import type { ApplicationRow } from '#pwa/local/rows.ts';

/**
 * The newest applications by their last change, and how many there are in all; undefined
 * while loading. It reads by index, never all, and not at all unless it is wanted.
 */
export function useNewestApplications(
  wanted: boolean,
): { rows: ApplicationRow[]; total: number } | undefined {
  const mirror = useMirror();
  return useLiveQuery(
    () => (wanted ? readApplications(mirror, FIRST_ROWS) : undefined),
    [mirror, wanted],
    readEarly(mirror),
  );
}

/**
 * All applications as the person sees them, newest change first; undefined while loading, and as long
 * as they are not wanted.
 */
export function useAllApplications(wanted: boolean): readonly ApplicationRow[] | undefined {
  const mirror = useMirror();
  return useLiveQuery(() => (wanted ? readAllApplications(mirror) : undefined), [mirror, wanted]);
}
