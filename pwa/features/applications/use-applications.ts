import { useLiveQuery } from 'dexie-react-hooks';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { FIRST_ROWS, readAhead, readEarly } from '#pwa/local/database/opening.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { type AllRows, readAll, readNewest } from '#pwa/local/rows/read-rows.ts';

/**
 * The newest applications by last change; undefined while loading or not wanted. On a new device they are
 * the server's, before the mirror has them.
 */
export function useNewestApplications(wanted: boolean): readonly ApplicationRow[] | undefined {
  const mirror = useMirror();
  const newest = useLiveQuery(
    () => (wanted ? readNewest(mirror, 'applications', FIRST_ROWS) : undefined),
    [mirror, wanted],
    readEarly(mirror),
  );
  return newest?.length === 0 ? (readAhead(mirror) ?? newest) : newest;
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
