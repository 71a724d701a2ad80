import * as calls from '#contract/campaigns.ts';
import { newId } from '#contract/ids.ts';
import { call } from '#pwa/api/call.ts';
import type { Mirror } from '#pwa/local/mirror.ts';
import { reopening } from '#pwa/local/reopening.ts';

// Campaigns are written with the server only; the screens follow the mirror, into which the reply goes.
// Each throws ApiError when the server refuses and Unreachable when it does not answer.

/**
 * Makes a campaign.
 *
 * @param key one per form that was opened: a form sent again after a lost answer makes no second one
 */
export async function createCampaign(
  mirror: Mirror,
  draft: calls.CampaignDraft,
  key: string = newId(),
): Promise<calls.Campaign> {
  return keep(mirror, await call(calls.createCampaign, { ...own(mirror, key), body: draft }));
}

/** Replaces the fields of a campaign. */
export async function editCampaign(
  mirror: Mirror,
  id: number,
  draft: calls.CampaignDraft,
): Promise<calls.Campaign> {
  const params = { id };
  return keep(mirror, await call(calls.editCampaign, { ...own(mirror), params, body: draft }));
}

/** Deletes a campaign with its visits; its inquiries keep their source. */
export async function deleteCampaign(mirror: Mirror, id: number): Promise<void> {
  await call(calls.deleteCampaign, { ...own(mirror), params: { id } });
  await reopening(mirror, () => mirror.campaigns.delete(id));
}

function own({ userId }: Mirror, key: string = newId()): { key: string; sentFor: number } {
  return { key, sentFor: userId };
}

async function keep(mirror: Mirror, campaign: calls.Campaign): Promise<calls.Campaign> {
  await reopening(mirror, () => mirror.campaigns.put(campaign));
  return campaign;
}
