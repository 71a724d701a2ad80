import { useLiveQuery } from 'dexie-react-hooks';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import type { OutboxEntry } from '#pwa/local/outbox-entry.ts';

/** Everything that waits, refused or not, oldest first. Undefined while loading. */
export function useOutbox(): OutboxEntry[] | undefined {
  const mirror = useMirror();
  return useLiveQuery(() => mirror.outbox.toArray(), [mirror]);
}
