import { LEASE_SIZE, leaseCampaignIds } from '#contract/campaigns.ts';
import { newId } from '#contract/ids.ts';
import { call } from '#pwa/api/call.ts';
import { campaignIdsLeft, keepCampaignIds } from '#pwa/local/campaign-ids.ts';
import type { Mirror } from '#pwa/local/mirror.ts';
import { inTurn } from './turn.ts';

/** When so few are left the phone asks for more. */
const FEW = LEASE_SIZE / 2;
/** How long a tab may keep others from asking, in milliseconds. */
const HOLD = 30_000;

/**
 * Sees to it that campaigns can be made on this phone without a signal: asks the server for ids when
 * few are left. Throws what `call` throws.
 */
export async function leaseIfFew(mirror: Mirror, outer: AbortSignal): Promise<void> {
  if ((await campaignIdsLeft(mirror)) >= FEW) return;
  await inTurn(`agency-lease-${mirror.userId}`, outer, HOLD, async (signal) => {
    // While this tab waited for its turn, another one may have asked.
    if ((await campaignIdsLeft(mirror)) >= FEW) return;
    const how = { key: newId(), sentFor: mirror.userId, signal };
    const { ids } = await call(leaseCampaignIds, { ...how, body: { count: LEASE_SIZE } });
    await keepCampaignIds(mirror, ids);
  });
}
