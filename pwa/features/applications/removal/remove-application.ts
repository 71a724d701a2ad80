import type { Application } from '#contract/applications.ts';
import { applicationRemoved } from '#pwa/local/changes/applications.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { queue } from '#pwa/local/outbox/queue.ts';

/**
 * Queues that an application which was made by mistake is removed, or brought back. Resolves with its key; throws
 * NotSaved.
 */
export function removeApplication(
  mirror: Mirror,
  { id, playerName, contactId }: Pick<Application, 'id' | 'playerName' | 'contactId'>,
  removed: boolean,
): Promise<string> {
  return queue(mirror, applicationRemoved.make({ removed }, { id, playerName, contactId }));
}
