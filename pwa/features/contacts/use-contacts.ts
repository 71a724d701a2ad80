import { useLiveQuery } from 'dexie-react-hooks';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import type { ContactRow } from '#pwa/local/overlay.ts';
import { readContacts } from '#pwa/local/read-contacts.ts';

export type { ContactRow };

/**
 * The newest inquiries by their arrival, newest first, and how many there are in all. One
 * whose conversion waits counts as converted. Undefined while loading.
 */
export function useContacts({
  limit,
}: {
  limit: number;
}): { rows: ContactRow[]; total: number } | undefined {
  const mirror = useMirror();
  return useLiveQuery(() => readContacts(mirror, limit), [mirror, limit]);
}
