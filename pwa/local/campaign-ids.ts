import type { Mirror } from './mirror.ts';
import { reopening } from './reopening.ts';
import { requestSend } from './send-request.ts';

/** Ids of campaigns that the server has given to this phone. */
export interface CampaignIds {
  key: 'campaign-ids';
  ids: number[];
}

/** No id is left for a campaign that is made here: the phone has to reach the server once. */
export class NoIdsLeft extends Error {
  override readonly name = 'NoIdsLeft';
}

/** How many campaigns can be made before the server has to be asked for more ids. */
export async function campaignIdsLeft(mirror: Mirror): Promise<number> {
  return (await idsIn(mirror)).length;
}

/** Keeps ids that the server has given to this phone. */
export async function keepCampaignIds(mirror: Mirror, given: readonly number[]): Promise<void> {
  await reopening(mirror, () =>
    mirror.transaction('rw', mirror.meta, async () => {
      await put(mirror, [...(await idsIn(mirror)), ...given]);
    }),
  );
}

/**
 * Takes an id for a campaign that is made now; it is its id for ever, so that a code can be printed
 * before the server has heard of it (E-06). Nobody gets the same one. Null when none is left.
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
  // Perhaps the server can be asked for more by now.
  if (id === null) requestSend();
  return id;
}

async function idsIn(mirror: Mirror): Promise<number[]> {
  const kept = await mirror.meta.get('campaign-ids');
  return kept && 'ids' in kept ? kept.ids : [];
}

function put(mirror: Mirror, ids: number[]): PromiseLike<string> {
  return mirror.meta.put({ key: 'campaign-ids', ids });
}
