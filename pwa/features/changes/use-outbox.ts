import { useLiveQuery } from 'dexie-react-hooks';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import type { OutboxEntry } from '#pwa/local/outbox-entry.ts';
import { readOutbox } from '#pwa/local/outbox-memory.ts';

/** All outbox entries, refused ones included, oldest first. Undefined while loading. */
export function useOutbox(): readonly OutboxEntry[] | undefined {
  const mirror = useMirror();
  return useLiveQuery(() => readOutbox(mirror), [mirror]);
}
