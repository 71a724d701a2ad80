import type { Application, StatusChange } from '#contract/applications.ts';
import type { Mirror } from '#pwa/local/mirror.ts';
import { queue } from '#pwa/local/queue.ts';

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
  return queue(mirror, {
    type: 'status-changed',
    body: { status, notes: notes?.trim() || null },
    seen: { id: seen.id, status: seen.status, contactId: seen.contactId },
  });
}

/**
 * Queues the same change for several applications, in their order and one entry each. Those that have
 * the status already are left out, unless there is a note. Throws NotSaved at the first that could not
 * be kept; those before it are.
 */
export async function changeStatuses(
  mirror: Mirror,
  seen: readonly Application[],
  change: StatusChange,
): Promise<string[]> {
  const keys: string[] = [];
  for (const application of seen) {
    const says = application.status !== change.status || change.notes?.trim();
    if (says) keys.push(await changeStatus(mirror, application, change));
  }
  return keys;
}
