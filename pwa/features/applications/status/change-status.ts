import type { Application, StatusChange } from '#contract/applications.ts';
import { statusChanged } from '#pwa/local/changes/applications.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { queue, queueAll } from '#pwa/local/outbox/queue.ts';

/**
 * Queues a change of status, a note, or both. Resolves with its key; throws NotSaved.
 *
 * @param seen the application as the screen showed it: another status on the server is a conflict
 */
export async function changeStatus(
  mirror: Mirror,
  seen: Application,
  { status, notes }: StatusChange,
): Promise<string> {
  return queue(mirror, changeOf(seen, { status, notes }));
}

/**
 * Queues the same change for several applications, all or none. Leaves out those that already have the
 * status, unless there is a note. Resolves with the keys; throws NotSaved.
 */
export async function changeStatuses(
  mirror: Mirror,
  seen: readonly Application[],
  change: StatusChange,
): Promise<string[]> {
  const says = ({ status }: Application) => status !== change.status || change.notes?.trim();
  return queueAll(
    mirror,
    seen.filter(says).map((application) => changeOf(application, change)),
  );
}

/**
 * Queues the way back from a change of several applications: each gets the status it had, with a note
 * that says so. Resolves with the keys; throws NotSaved.
 *
 * @param before the applications before that change
 * @param status the status that they have now
 * @param noteOf the note for a status that comes back
 */
export async function reverseStatuses(
  mirror: Mirror,
  before: readonly Application[],
  status: Application['status'],
  noteOf: (back: Application['status']) => string,
): Promise<string[]> {
  const changed = before.filter((application) => application.status !== status);
  return queueAll(
    mirror,
    changed.map((application) =>
      changeOf(
        { ...application, status },
        { status: application.status, notes: noteOf(application.status) },
      ),
    ),
  );
}

function changeOf({ id, status: seen, contactId }: Application, { status, notes }: StatusChange) {
  return statusChanged.make(
    { status, notes: notes?.trim() || null },
    { id, status: seen, contactId },
  );
}
