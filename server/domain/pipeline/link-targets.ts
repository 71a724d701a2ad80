import type { Campaign } from '#contract/campaigns.ts';
import { lockRows } from '#prisma/bulk.ts';
import type { Tx } from '#prisma/client.ts';
import { toCampaign } from '#server/domain/campaigns/campaign-row.ts';

/** What a campaign link names: a campaign, or a lease while the campaign is still on a device. */
export type LinkTarget = Campaign | 'leased';

/** Reads and locks the targets of these campaign ids until the transaction ends. Unknown ids are absent. */
export async function lockLinkTargets(
  tx: Tx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, LinkTarget>> {
  const targets = new Map<number, LinkTarget>();
  await addCampaigns(tx, ids, targets);
  await addLeases(tx, missingOf(ids, targets), targets);
  // A campaign that arrived between the two reads has ended its lease.
  await addCampaigns(tx, missingOf(ids, targets), targets);
  return targets;
}

function missingOf(ids: readonly number[], targets: ReadonlyMap<number, LinkTarget>): number[] {
  return [...new Set(ids)].filter((id) => !targets.has(id));
}

async function addCampaigns(
  tx: Tx,
  ids: readonly number[],
  targets: Map<number, LinkTarget>,
): Promise<void> {
  if (ids.length === 0) return;
  await lockRows(tx, 'Campaign', ids);
  const rows = await tx.campaign.findMany({ where: { id: { in: [...ids] } } });
  for (const row of rows) targets.set(row.id, toCampaign(row));
}

async function addLeases(
  tx: Tx,
  ids: readonly number[],
  targets: Map<number, LinkTarget>,
): Promise<void> {
  if (ids.length === 0) return;
  await lockRows(tx, 'CampaignLease', ids);
  const rows = await tx.campaignLease.findMany({ where: { id: { in: [...ids] } } });
  for (const { id } of rows) targets.set(id, 'leased');
}
