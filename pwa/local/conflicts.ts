import { useLiveQuery } from 'dexie-react-hooks';
import type { Conflict, Mirror } from './mirror.ts';
import { useMirror } from './mirror-context.tsx';
import { queue } from './queue.ts';

/**
 * The changes of status that met somebody else's: one per application, all of them or those of one
 * application. Undefined while loading.
 */
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

/** The status that was set here stands; both changes stay in the history. */
export async function keepMine(mirror: Mirror, conflict: Conflict): Promise<void> {
  await mirror.conflicts.delete(conflict.applicationId);
}

/**
 * Goes back to the status that the other person had set, as a change like any other: it waits in the
 * outbox, and the history stays true. Resolves with its key; throws NotSaved.
 */
export async function takeTheirs(mirror: Mirror, conflict: Conflict): Promise<string> {
  const row = await mirror.applications.get(conflict.applicationId);
  return queue(mirror, {
    type: 'status-changed',
    body: { status: conflict.theirs, notes: null },
    seen: {
      id: conflict.applicationId,
      status: conflict.mine,
      contactId: row?.contactId ?? null,
    },
  });
}
