import { useLiveQuery } from 'dexie-react-hooks';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import { readOutbox } from '#pwa/local/outbox/outbox-memory.ts';

/** All outbox entries, refused ones included, oldest first. Undefined while loading. */
export function useOutbox(): readonly OutboxEntry[] | undefined {
  const mirror = useMirror();
  return useLiveQuery(() => readOutbox(mirror), [mirror]);
}
