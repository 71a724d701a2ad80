import type { Application, ApplicationDraft } from '#contract/applications.ts';
import { newId } from '#contract/fields/ids.ts';
import { applicationCreated, applicationEdited } from '#pwa/local/changes/applications.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { queue } from '#pwa/local/outbox/queue.ts';

/**
 * Queues a new application under an id made on this device, which the server keeps. Resolves once it is
 * on the disk. Throws NotSaved.
 */
export async function createApplication(
  mirror: Mirror,
  draft: ApplicationDraft,
): Promise<{ id: string; key: string }> {
  const id = newId();
  const key = await queue(mirror, applicationCreated.make({ ...draft, id }, null));
  return { id, key };
}

/**
 * Queues an edit of an application's fields; its status stays. Resolves with the change's key once it
 * is on the disk. Throws NotSaved.
 *
 * @param seen the application when the form was opened
 */
export async function editApplication(
  mirror: Mirror,
  seen: Application,
  draft: ApplicationDraft,
): Promise<string> {
  return queue(mirror, applicationEdited.make(draft, seen));
}
