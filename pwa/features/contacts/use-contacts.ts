import { useLiveQuery } from 'dexie-react-hooks';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { ContactRow } from '#pwa/local/database/rows.ts';
import { type AllRows, readAll, readNewest } from '#pwa/local/rows/read-rows.ts';

/** Rows read for the first screen. */
const FIRST = 50;

/**
 * The newest inquiries by arrival; undefined while loading or not wanted. One with a queued conversion
 * counts as converted.
 */
export function useNewestContacts(wanted: boolean): readonly ContactRow[] | undefined {
  const mirror = useMirror();
  return useLiveQuery(
    () => (wanted ? readNewest(mirror, 'contacts', FIRST) : undefined),
    [mirror, wanted],
  );
}

/**
 * All inquiries on this phone with queued changes applied, newest first; undefined while loading or
 * not wanted.
 */
export function useAllContacts(wanted: boolean): AllRows<ContactRow> | undefined {
  const mirror = useMirror();
  return useLiveQuery(() => (wanted ? readAll(mirror, 'contacts') : undefined), [mirror, wanted]);
}
