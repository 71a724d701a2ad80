import { useLiveQuery } from 'dexie-react-hooks';
import { statusChanged } from '#pwa/local/changes/applications.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { Conflict } from '#pwa/local/database/rows.ts';
import { readRow } from '#pwa/local/rows/read-rows.ts';
import { queue } from './queue.ts';

/** The open status conflicts, at most one per application: all, or one's. Undefined while loading. */
export function useConflicts(applicationId?: string): Conflict[] | undefined {
  const mirror = useMirror();
  return useLiveQuery(
    () =>
      applicationId === undefined
        ? mirror.conflicts.toArray()
        : mirror.conflicts.where('applicationId').equals(applicationId).toArray(),
    [mirror, applicationId],
  );
}

/** Keeps the status that was set here; both changes stay in the history. */
export async function keepMine(mirror: Mirror, conflict: Conflict): Promise<void> {
  await mirror.conflicts.delete(conflict.applicationId);
}

/** Queues a change back to the other person's status. Resolves with its key; throws NotSaved. */
export async function takeTheirs(mirror: Mirror, conflict: Conflict): Promise<string> {
  const row = await readRow(mirror, 'applications', conflict.applicationId);
  const body = { status: conflict.theirs, notes: null };
  const seen = {
    id: conflict.applicationId,
    status: conflict.mine,
    contactId: row?.contactId ?? null,
  };
  return queue(mirror, statusChanged.make(body, seen));
}
