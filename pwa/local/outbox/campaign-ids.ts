import type { Mirror } from '#pwa/local/database/mirror.ts';
import { reopening } from '#pwa/local/database/reopening.ts';
import { requestSend } from './outbox-actions.ts';

/** No leased id is left for a new campaign: the phone has to reach the server first. */
export class NoIdsLeft extends Error {
  override readonly name = 'NoIdsLeft';
}

/** The number of campaigns that can be created before more ids are needed. */
export async function campaignIdsLeft(mirror: Mirror): Promise<number> {
  return (await idsIn(mirror)).length;
}

/** Stores ids that the server has leased to this phone. */
export async function keepCampaignIds(mirror: Mirror, given: readonly number[]): Promise<void> {
  await reopening(mirror, () =>
    mirror.transaction('rw', mirror.meta, async () => {
      await put(mirror, [...(await idsIn(mirror)), ...given]);
    }),
  );
}

/**
 * Takes a leased id for a new campaign. The id is final, so that a code can be printed before the
 * server knows the campaign. Null when none is left.
 */
export async function takeCampaignId(mirror: Mirror): Promise<number | null> {
  const id = await reopening(mirror, () =>
    mirror.transaction('rw', mirror.meta, async () => {
      const [first, ...others] = await idsIn(mirror);
      if (first === undefined) return null;
      await put(mirror, others);
      return first;
    }),
  );
  // The next sync leases more.
  if (id === null) requestSend();
  return id;
}

async function idsIn(mirror: Mirror): Promise<number[]> {
  const stored = await mirror.meta.get('campaign-ids');
  const ids = stored && 'ids' in stored ? stored.ids : null;
  // The disk may have damaged them.
  return Array.isArray(ids) ? ids.filter(Number.isInteger) : [];
}

function put(mirror: Mirror, ids: number[]): PromiseLike<string> {
  return mirror.meta.put({ key: 'campaign-ids', ids });
}
