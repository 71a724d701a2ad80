import type { Campaign } from '#contract/campaigns.ts';
import { lockRows } from '#prisma/bulk.ts';
import type { Tx } from '#prisma/client.ts';
import { toCampaign } from './campaign-row.ts';

/**
 * Campaigns by their ids; `leased` for an id whose campaign is still on a device. Other ids are absent.
 */
export type Places = ReadonlyMap<number, Campaign | 'leased'>;

/** Reads and locks the campaigns or leases of these ids until the transaction ends. */
export async function lockPlaces(tx: Tx, ids: readonly number[]): Promise<Places> {
  const places = new Map<number, Campaign | 'leased'>();
  await addCampaigns(tx, ids, places);
  await addLeases(tx, missingOf(ids, places), places);
  // A campaign that arrived between the two reads has ended its lease.
  await addCampaigns(tx, missingOf(ids, places), places);
  return places;
}

function missingOf(ids: readonly number[], places: Places): number[] {
  return [...new Set(ids)].filter((id) => !places.has(id));
}

async function addCampaigns(
  tx: Tx,
  ids: readonly number[],
  places: Map<number, Campaign | 'leased'>,
): Promise<void> {
  if (ids.length === 0) return;
  await lockRows(tx, 'Campaign', ids);
  const rows = await tx.campaign.findMany({ where: { id: { in: [...ids] } } });
  for (const row of rows) places.set(row.id, toCampaign(row));
}

async function addLeases(
  tx: Tx,
  ids: readonly number[],
  places: Map<number, Campaign | 'leased'>,
): Promise<void> {
  if (ids.length === 0) return;
  await lockRows(tx, 'CampaignLease', ids);
  const rows = await tx.campaignLease.findMany({ where: { id: { in: [...ids] } } });
  for (const { id } of rows) places.set(id, 'leased');
}
