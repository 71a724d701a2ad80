import { useLiveQuery } from 'dexie-react-hooks';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { ContactRow } from '#pwa/local/database/rows.ts';
import { readRow } from '#pwa/local/rows/read-rows.ts';

/** One inquiry; null if the mirror lacks it, undefined while loading. */
export function useContact(id: number | null): ContactRow | null | undefined {
  const mirror = useMirror();
  return useLiveQuery(() => (id === null ? null : readRow(mirror, 'contacts', id)), [mirror, id]);
}
