import type { Campaign, CampaignDraft } from '#contract/campaigns.ts';
import type { DeltaQuery } from '#contract/delta.ts';
import type { Tx } from '#prisma/client.ts';
import { lockCampaign, toCampaign } from './campaign-row.ts';
import type { Change } from './change.ts';
import { type DeltaList, readDelta } from './delta.ts';
import { nextRevision, TOUCH } from './revision.ts';

/** All campaigns, newest first. */
export async function listCampaigns(db: Tx): Promise<Campaign[]> {
  const rows = await db.campaign.findMany({ orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] });
  return rows.map(toCampaign);
}

/** One page of what changed. */
export function pullCampaigns(db: Tx, query: DeltaQuery) {
  const rows: DeltaList<Campaign> = {
    limit: query.limit,
    read: async (version, take) => {
      const found = await db.campaign.findMany({
        where: { version },
        orderBy: [{ version: 'desc' }, { id: 'desc' }],
        ...(take !== undefined && { take }),
      });
      return found.map(toCampaign);
    },
  };
  return readDelta(db, 'campaign', query, { rows });
}

export async function createCampaign(
  tx: Tx,
  { arrivedAt }: Change,
  draft: CampaignDraft,
): Promise<Campaign> {
  const version = await nextRevision(tx);
  const data = { ...draft, createdAt: arrivedAt, version };
  return toCampaign(await tx.campaign.create({ data }));
}

/** Throws `campaign-not-found`. */
export async function editCampaign(
  tx: Tx,
  { id, ...draft }: CampaignDraft & { id: number },
): Promise<Campaign> {
  await lockCampaign(tx, id);
  const version = await nextRevision(tx);
  return toCampaign(await tx.campaign.update({ where: { id }, data: { ...draft, version } }));
}

/**
 * Deletes a campaign and its visits. Its inquiries stay, with its name and their utm fields.
 * Throws `campaign-not-found`.
 */
export async function deleteCampaign(tx: Tx, { arrivedAt }: Change, id: number): Promise<void> {
  await lockCampaign(tx, id);
  // Locked before the revision is raised: who holds an inquiry may be waiting for the revision.
  await tx.contact.updateMany({ where: { campaignId: id }, data: TOUCH });

  const version = await nextRevision(tx);
  const where = { campaignId: id };
  await tx.contact.updateMany({ where, data: { campaignId: null, version } });
  await tx.campaign.delete({ where: { id }, select: { id: true } });
  const stone = { entity: 'campaign', entityId: String(id), version, createdAt: arrivedAt };
  await tx.tombstone.create({ data: stone });
}
