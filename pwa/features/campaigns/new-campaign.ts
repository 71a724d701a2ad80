import * as v from 'valibot';
import * as calls from '#contract/campaigns.ts';
import { newId } from '#contract/fields/ids.ts';
import { call } from '#pwa/api/call.ts';
import { campaignEdited } from '#pwa/local/changes/campaigns.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { keepCampaignIds, NoIdsLeft, takeCampaignId } from '#pwa/local/outbox/campaign-ids.ts';

/** The change that switches a campaign on or off: an inactive one counts no visits. */
export function activation(seen: calls.Campaign, active: boolean) {
  return campaignEdited.make(v.parse(calls.ForeignCampaignDraft, { ...seen, active }), seen);
}

/**
 * The final id of a new campaign, leased in advance: its code is right before the server knows the campaign.
 * Without a leased id left it asks the server for more and throws NoIdsLeft if that fails.
 */
export async function idForCampaign(mirror: Mirror): Promise<number> {
  return (await takeCampaignId(mirror)) ?? (await idFromServer(mirror));
}

async function idFromServer(mirror: Mirror): Promise<number> {
  try {
    const how = { key: newId(), sentFor: mirror.userId };
    const { ids } = await call(calls.leaseCampaignIds, {
      ...how,
      body: { count: calls.LEASE_SIZE },
    });
    await keepCampaignIds(mirror, ids);
  } catch (cause) {
    throw new NoIdsLeft('There is no id for another campaign.', { cause });
  }
  const id = await takeCampaignId(mirror);
  if (id === null) throw new NoIdsLeft('The server gave no id for another campaign.');
  return id;
}
