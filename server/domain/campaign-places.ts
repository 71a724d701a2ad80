import type { Campaign } from '#contract/campaigns.ts';
import { lockRows } from '#prisma/bulk.ts';
import type { Tx } from '#prisma/client.ts';
import { toCampaign } from './campaign-row.ts';

/**
 * What the id of a campaign stands for: the campaign, or `leased` while it was given to a device and
 * has not arrived. An id that is neither is missing.
 */
export type Places = ReadonlyMap<number, Campaign | 'leased'>;

/** Looks up ids, and keeps others from changing what they stand for until the transaction ends. */
export async function lockPlaces(tx: Tx, ids: readonly number[]): Promise<Places> {
  const places = new Map<number, Campaign | 'leased'>();
  await addCampaigns(tx, ids, places);
  await addLeases(tx, missingOf(ids, places), places);
  // It may have arrived in this very moment, and with that its lease has ended.
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
