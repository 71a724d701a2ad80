import { LEASE_SIZE, leaseCampaignIds } from '#contract/campaigns.ts';
import { newId } from '#contract/fields/ids.ts';
import { call } from '#pwa/api/call.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { campaignIdsLeft, keepCampaignIds } from '#pwa/local/outbox/campaign-ids.ts';
import { HOLD, withLeaderLock } from '#pwa/sync/leader-lock.ts';

/** With so few ids left the phone asks for more. */
const FEW = LEASE_SIZE / 2;

/** Leases ids so that campaigns can be made on this phone without a network. Throws what `call` throws. */
export async function leaseIfFew(mirror: Mirror, outer: AbortSignal): Promise<void> {
  if ((await campaignIdsLeft(mirror)) >= FEW) return;
  await withLeaderLock(`agency-lease-${mirror.userId}`, outer, HOLD, async (signal) => {
    // Another tab may have asked while this one waited for the lock.
    if ((await campaignIdsLeft(mirror)) >= FEW) return;
    const how = { key: newId(), sentFor: mirror.userId, signal };
    const { ids } = await call(leaseCampaignIds, { ...how, body: { count: LEASE_SIZE } });
    await keepCampaignIds(mirror, ids);
  });
}
