import {
  CAMPAIGN_FIELDS,
  type Campaign,
  type CampaignDraft,
  type CampaignFieldName,
} from '#contract/campaigns.ts';
import type { DeltaQuery } from '#contract/delta.ts';
import { namesOf } from '#contract/fields/field-table.ts';
import type { Tx } from '#prisma/client.ts';
import type { Prisma } from '#prisma/generated/sqlite/client.ts';
import { type Actor, audit, recordSubject } from '#server/domain/common/audit.ts';
import { refuseMissing } from '#server/domain/common/missing.ts';
import { merge, type Seen } from '#server/domain/pipeline/merge.ts';
import type { Change } from '#server/domain/replication/change.ts';
import { type DeltaList, readDelta } from '#server/domain/replication/delta.ts';
import { nextRevision, TOUCH } from '#server/domain/replication/revision.ts';
import { endLease, type Lease, lockLease } from './campaign-leases.ts';
import { lockCampaign, toCampaign, withDays, withOwnDays } from './campaign-row.ts';

/** All campaigns, newest first. */
export async function listCampaigns(db: Tx): Promise<Campaign[]> {
  const rows = await db.campaign.findMany({ orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] });
  return withDays(db, rows.map(toCampaign));
}

/** Throws `campaign-not-found`. */
export async function getCampaign(db: Tx, id: number): Promise<Campaign> {
  const row = await db.campaign.findUnique({ where: { id } });
  return withOwnDays(db, toCampaign(row ?? refuseMissing('campaign')));
}

/** One page of changed campaigns. */
export function pullCampaigns(db: Tx, query: DeltaQuery) {
  const rows: DeltaList<Campaign> = {
    table: 'Campaign',
    limit: query.limit,
    read: async (version, take) => {
      const found = await db.campaign.findMany({
        where: { version },
        orderBy: [{ version: 'desc' }, { id: 'desc' }],
        take,
      });
      return withDays(db, found.map(toCampaign));
    },
  };
  return readDelta(db, 'campaign', query, { rows });
}

/**
 * Makes a campaign. With a leased `id` it takes over the visits and inquiries that came before it.
 * Throws `campaign-exists` for a used id, `invalid-input` for one that was not leased.
 */
export async function createCampaign(
  tx: Tx,
  { arrivedAt, userId }: Change,
  { id, ...draft }: CampaignDraft & { id?: number | undefined },
): Promise<Campaign> {
  const waiting = id === undefined ? null : await lockLease(tx, id, userId);
  const version = await nextRevision(tx);
  const data = { ...draft, createdAt: arrivedAt, version };
  if (waiting === null) return { ...toCampaign(await tx.campaign.create({ data })), days: [] };

  return createLeased(tx, waiting, data);
}

/** Makes the campaign of a lease, with the visits and inquiries that came before it. */
export async function createLeased(
  tx: Tx,
  lease: Lease,
  data: Omit<Prisma.CampaignUncheckedCreateInput, 'id'>,
): Promise<Campaign> {
  const row = await tx.campaign.create({ data: { id: lease.id, ...data } });
  const counts = await endLease(tx, lease, row);
  if (counts.visits > 0)
    await tx.campaign.update({ where: { id: row.id }, data: counts, select: { id: true } });
  return withOwnDays(tx, toCampaign({ ...row, ...counts }));
}

/** Replaces the form's fields; with `seen` it merges (merge.ts). Throws `campaign-not-found`. */
export async function editCampaign(
  tx: Tx,
  { id, seen, ...mine }: CampaignEdit & { id: number },
): Promise<Campaign & { conflicts?: CampaignFieldName[] }> {
  const theirs = await lockCampaign(tx, id);
  const { changed, ...conflicts } = merge<CampaignDraft>(namesOf(CAMPAIGN_FIELDS), {
    mine,
    seen,
    theirs,
  });
  if (Object.keys(changed).length === 0)
    return { ...(await withOwnDays(tx, theirs)), ...conflicts };

  const version = await nextRevision(tx);
  const row = await tx.campaign.update({ where: { id }, data: { ...changed, version } });
  return { ...(await withOwnDays(tx, toCampaign(row))), ...conflicts };
}

type CampaignEdit = CampaignDraft & { seen?: Seen<CampaignDraft> | undefined };

/**
 * Deletes a campaign and its visits. Its inquiries stay, with its name and their utm fields.
 * Throws `campaign-not-found`.
 */
export async function deleteCampaign(
  tx: Tx,
  { arrivedAt }: Change,
  actor: Actor,
  id: number,
): Promise<void> {
  await lockCampaign(tx, id);
  // Locked before the revision is raised: a transaction that holds an inquiry may wait for the revision.
  await tx.contact.updateMany({ where: { campaignId: id }, data: TOUCH });

  await removeCampaign(tx, id, { version: await nextRevision(tx), createdAt: arrivedAt });
  await audit(tx, actor, {
    kind: 'campaign-deleted',
    subject: recordSubject({ campaignIds: [id] }),
  });
}

/** Deletes a campaign, and leaves its tombstone. Lock it and its inquiries, and raise the revision before. */
export async function removeCampaign(
  tx: Tx,
  id: number,
  { version, createdAt }: { version: number; createdAt: Date },
): Promise<void> {
  const where = { campaignId: id };
  await tx.contact.updateMany({ where, data: { campaignId: null, version } });
  await tx.campaign.delete({ where: { id }, select: { id: true } });
  const stone = { entity: 'campaign', entityId: String(id), version, createdAt };
  await tx.tombstone.create({ data: stone });
}
