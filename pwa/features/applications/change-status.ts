import type { Application, StatusChange } from '#contract/applications.ts';
import type { Mirror } from '#pwa/local/mirror.ts';
import type { Mutation } from '#pwa/local/outbox-entry.ts';
import { queue, queueAll } from '#pwa/local/queue.ts';

/**
 * Queues a change of status, a note, or both. It is on the disk when this resolves with its key, and
 * the screens show it by the overlay. Blank notes are left out of the request (P-16). Throws NotSaved.
 *
 * @param seen the application as it stood on the screen: another status on the server is a conflict
 */
export async function changeStatus(
  mirror: Mirror,
  seen: Application,
  { status, notes }: StatusChange,
): Promise<string> {
  return queue(mirror, changeOf(seen, { status, notes }));
}

/**
 * Queues the same change for several applications, an entry each: all are on the disk or none. Those
 * that have the status already are left out, unless there is a note. Throws NotSaved.
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

function changeOf(seen: Application, { status, notes }: StatusChange): Mutation {
  return {
    type: 'status-changed',
    body: { status, notes: notes?.trim() || null },
    seen: { id: seen.id, status: seen.status, contactId: seen.contactId },
  };
}
