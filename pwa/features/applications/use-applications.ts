import { useLiveQuery } from 'dexie-react-hooks';
import { type AllRows, withFirstPull } from '#pwa/local/first-pull.ts';
import { FIRST_ROWS } from '#pwa/local/first-rows.ts';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import { readEarly } from '#pwa/local/opening.ts';
import { readAllApplications, readApplications } from '#pwa/local/read-applications.ts';
import type { ApplicationRow } from '#pwa/local/rows.ts';

/**
 * The newest applications by last change, and the number of all; undefined while loading or not
 * wanted. Reads by index, never all rows.
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
 * All applications on this phone with queued changes applied, newest change first; undefined while
 * loading or not wanted.
 */
export function useAllApplications(wanted: boolean): AllRows<ApplicationRow> | undefined {
  const mirror = useMirror();
  return useLiveQuery(
    () => (wanted ? withFirstPull(mirror, 'applications', readAllApplications) : undefined),
    [mirror, wanted],
  );
}
