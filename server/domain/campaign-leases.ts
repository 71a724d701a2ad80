import { Problem } from '#contract/problems.ts';
import { SOMEBODY } from '#prisma/after-restore.ts';
import { insertNewRows } from '#prisma/bulk.ts';
import { reserveCampaignIds, type Tx } from '#prisma/client.ts';
import type {
  CampaignLeaseModel,
  CampaignModel,
  HeldVisitModel,
} from '#prisma/generated/sqlite/models.ts';
import { dayOf } from './campaign-row.ts';
import type { Change } from './change.ts';
import { TOUCH } from './revision.ts';
import { unless } from './unless.ts';
import { VISIT } from './visit-columns.ts';

/** A lease with the page loads that wait for its campaign. */
export type Lease = CampaignLeaseModel & { loads: HeldVisitModel[] };

/** Reserves ids that no campaign has or will get, for campaigns that this user will make. */
export async function leaseCampaignIds(
  tx: Tx,
  { arrivedAt, userId }: Change,
  count: number,
): Promise<{ ids: number[] }> {
  if (userId === null) throw new Error('Only a user can be given ids.');
  const ids = await reserveCampaignIds(tx, count);
  await tx.campaignLease.createMany({
    data: ids.map((id) => ({ id, userId, createdAt: arrivedAt })),
  });
  return { ids };
}

/**
 * The lease of an id, locked until the transaction ends, for the user who is making its campaign.
 * Throws `campaign-exists` for an id that is used, `invalid-input` for one that this user never got.
 */
export async function lockLease(tx: Tx, id: number, userId: number | null): Promise<Lease> {
  const lease = await lockLeaseIfThere(tx, id);
  if (lease && (lease.userId === userId || lease.userId === SOMEBODY)) {
    // Locked before the revision is raised: who holds an inquiry may be waiting for the revision.
    await tx.contact.updateMany({ where: { heldFor: id }, data: TOUCH });
    return { ...lease, loads: await tx.heldVisit.findMany({ where: { leaseId: id } }) };
  }
  if (await tx.campaign.findUnique({ where: { id }, select: { id: true } })) {
    throw new Problem('campaign-exists', 'There is a campaign with this id.');
  }
  const message = 'This id was not given to you.';
  throw new Problem('invalid-input', message, { fields: { id: message } });
}

/** As lockLease, for anybody and without the page loads; null for an id that is not leased. */
function lockLeaseIfThere(tx: Tx, id: number): Promise<CampaignLeaseModel | null> {
  // Changes nothing, but locks.
  const touch = tx.campaignLease.update({ where: { id }, data: { userId: { increment: 0 } } });
  return unless('missing', touch, () => null);
}

/**
 * Gives the campaign what has waited for it: page loads, each once, and inquiries. Tells how many
 * loads that were: not those whose id another campaign has counted meanwhile.
 */
export async function endLease(
  tx: Tx,
  { id, loads }: Lease,
  { active, name, version }: CampaignModel,
): Promise<number> {
  const visits = loads.map(({ leaseId: _, ...load }) => ({
    ...load,
    campaignId: id,
    day: dayOf(load.createdAt),
    afterEnd: !active,
  }));
  const count = await insertNewRows(tx, 'Visit', VISIT, visits);
  await tx.contact.updateMany({
    where: { heldFor: id },
    data: { heldFor: null, campaignId: id, campaignName: name, version },
  });
  // Its loads go with it.
  await tx.campaignLease.delete({ where: { id }, select: { id: true } });
  return count;
}
