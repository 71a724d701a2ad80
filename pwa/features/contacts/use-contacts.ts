import { useLiveQuery } from 'dexie-react-hooks';
import { type AllRows, withFirstPull } from '#pwa/local/first-pull.ts';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import { readAllContacts, readContacts } from '#pwa/local/read-contacts.ts';
import type { ContactRow } from '#pwa/local/rows.ts';

/** Rows read for the first screen. */
const FIRST = 50;

/**
 * The newest inquiries by arrival, and the number of all; undefined while loading or not wanted. One
 * with a queued conversion counts as converted.
 */
export function useNewestContacts(
  wanted: boolean,
): { rows: ContactRow[]; total: number } | undefined {
  const mirror = useMirror();
  return useLiveQuery(() => (wanted ? readContacts(mirror, FIRST) : undefined), [mirror, wanted]);
}

/**
 * All inquiries on this phone with queued changes applied, newest first; undefined while loading or
 * not wanted.
 */
export function useAllContacts(wanted: boolean): AllRows<ContactRow> | undefined {
  const mirror = useMirror();
  return useLiveQuery(
    () => (wanted ? withFirstPull(mirror, 'contacts', readAllContacts) : undefined),
    [mirror, wanted],
  );
}
