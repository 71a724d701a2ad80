import { useLiveQuery } from 'dexie-react-hooks';
import { FIRST_ROWS } from '#pwa/local/first-rows.ts';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import { readEarly } from '#pwa/local/opening.ts';
import { type AllRows, readAll, readNewest } from '#pwa/local/read-rows.ts';
import type { ApplicationRow } from '#pwa/local/rows.ts';

/** The newest applications by last change; undefined while loading or not wanted. */
export function useNewestApplications(wanted: boolean): readonly ApplicationRow[] | undefined {
  const mirror = useMirror();
  return useLiveQuery(
    () => (wanted ? readNewest(mirror, 'applications', FIRST_ROWS) : undefined),
    [mirror, wanted],
    readEarly(mirror),
  );
}

/**
 * All applications on this phone with queued changes applied, newest change first; undefined while
 * loading or not wanted.
 */
export function useAllApplications(wanted: boolean): AllRows<ApplicationRow> | undefined {
  const mirror = useMirror();
  return useLiveQuery(
    () => (wanted ? readAll(mirror, 'applications') : undefined),
    [mirror, wanted],
  );
}
