import { useLiveQuery } from 'dexie-react-hooks';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import { readAllContacts, readContacts } from '#pwa/local/read-contacts.ts';
import type { ContactRow } from '#pwa/local/rows.ts';

/** Rows that are on screen before all are read. */
const FIRST = 50;

/**
 * The newest inquiries by their arrival, and how many there are in all; undefined while
 * loading. One whose conversion waits counts as converted. Not read unless it is wanted.
 */
export function useNewestContacts(
  wanted: boolean,
): { rows: ContactRow[]; total: number } | undefined {
  const mirror = useMirror();
  return useLiveQuery(() => (wanted ? readContacts(mirror, FIRST) : undefined), [mirror, wanted]);
}

/**
 * All inquiries as the person sees them, newest first; undefined while loading, and as long as they
 * are not wanted.
 */
export function useAllContacts(wanted: boolean): readonly ContactRow[] | undefined {
  const mirror = useMirror();
  return useLiveQuery(() => (wanted ? readAllContacts(mirror) : undefined), [mirror, wanted]);
}
