import * as v from 'valibot';
import * as calls from '#contract/campaigns.ts';
import { newId } from '#contract/fields/ids.ts';
import { call } from '#pwa/api/call.ts';
import { campaignCreated, campaignDeleted, campaignEdited } from '#pwa/local/changes/campaigns.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { keepCampaignIds, NoIdsLeft, takeCampaignId } from '#pwa/local/outbox/campaign-ids.ts';
import { queue } from '#pwa/local/outbox/queue.ts';

// Each function resolves with the change's key once it is on disk; screens show it at once. Each throws
// NotSaved if this device cannot store it.

/**
 * Queues a new campaign under its final id, leased in advance: its code is right before the server knows
 * the campaign. Without a leased id left it asks the server for more and throws NoIdsLeft if that
 * fails. Nothing is queued then, and a retry creates no second campaign.
 */
export async function createCampaign(
  mirror: Mirror,
  draft: calls.CampaignDraft,
): Promise<{ id: number; key: string }> {
  const id = (await takeCampaignId(mirror)) ?? (await idFromServer(mirror));
  const key = await queue(mirror, campaignCreated.make({ ...draft, id }, null));
  return { id, key };
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

/**
 * Queues an edit of a campaign's fields.
 *
 * @param seen the campaign as the form was opened with it
 */
export async function editCampaign(
  mirror: Mirror,
  seen: calls.Campaign,
  draft: calls.CampaignDraft,
): Promise<string> {
  return queue(mirror, campaignEdited.make(v.parse(calls.ForeignCampaignDraft, draft), seen));
}

/** Queues the deletion of a campaign with its visits; its inquiries keep their source. */
export async function deleteCampaign(mirror: Mirror, seen: calls.Campaign): Promise<string> {
  return queue(mirror, campaignDeleted.make(null, seen));
}
