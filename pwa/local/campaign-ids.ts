import type { Mirror } from './mirror.ts';
import { reopening } from './reopening.ts';
import { requestSend } from './send-request.ts';

/** Ids of campaigns that the server has set aside for this phone, from and to included. */
export interface CampaignIds {
  key: 'campaign-ids';
  ranges: { from: number; to: number }[];
}

/** No id is left for a campaign that is made here: the phone has to reach the server once. */
export class NoIdsLeft extends Error {
  override readonly name = 'NoIdsLeft';
}

/** Keeps ids that the server has set aside for this phone. */
export async function keepCampaignIds(
  mirror: Mirror,
  range: { from: number; to: number },
): Promise<void> {
  await reopening(mirror, () =>
    mirror.transaction('rw', mirror.meta, async () => {
      await put(mirror, [...(await rangesIn(mirror)), range]);
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
      const [range, ...others] = await rangesIn(mirror);
      if (!range) return null;
      const { from, to } = range;
      await put(mirror, from < to ? [{ from: from + 1, to }, ...others] : others);
      return from;
    }),
  );
  // Perhaps the server can be asked for more by now.
  if (id === null) requestSend();
  return id;
}

async function rangesIn(mirror: Mirror): Promise<CampaignIds['ranges']> {
  const kept = await mirror.meta.get('campaign-ids');
  return kept && 'ranges' in kept ? kept.ranges : [];
}

function put(mirror: Mirror, ranges: CampaignIds['ranges']): PromiseLike<string> {
  return mirror.meta.put({ key: 'campaign-ids', ranges });
}
