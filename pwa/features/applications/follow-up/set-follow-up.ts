import type { Application } from '#contract/applications.ts';
import { followUpSet } from '#pwa/local/changes/applications.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { queue } from '#pwa/local/outbox/queue.ts';

/**
 * Queues the day on which to come back to a player, `YYYY-MM-DD` or with a time `YYYY-MM-DDTHH:MM`, or null
 * for none. Resolves with its key; throws NotSaved.
 */
export function setFollowUp(
  mirror: Mirror,
  { id, followUpOn: seen, contactId }: Application,
  followUpOn: string | null,
): Promise<string> {
  return queue(mirror, followUpSet.make({ followUpOn }, { id, followUpOn: seen, contactId }));
}
