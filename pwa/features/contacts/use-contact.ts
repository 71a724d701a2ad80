import { useLiveQuery } from 'dexie-react-hooks';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import { readRow } from '#pwa/local/read-rows.ts';
import type { ContactRow } from '#pwa/local/rows.ts';

/** One inquiry; null if the mirror lacks it, undefined while loading. */
export function useContact(id: number | null): ContactRow | null | undefined {
  const mirror = useMirror();
  return useLiveQuery(() => (id === null ? null : readRow(mirror, 'contacts', id)), [mirror, id]);
}
