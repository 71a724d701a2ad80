import { NO_VISITS } from '#contract/campaigns.ts';
import { Problem } from '#contract/problems.ts';
import { UNKNOWN_USER } from '#prisma/backup/after-restore.ts';
import { insertNewRows } from '#prisma/bulk.ts';
import { providerOfDb, type Tx } from '#prisma/client.ts';
import type {
  CampaignLeaseModel,
  CampaignModel,
  HeldVisitModel,
} from '#prisma/generated/sqlite/models.ts';
import { makeSequence } from '#prisma/make-sequence.ts';
import type { Change } from '#server/domain/replication/change.ts';
import { TOUCH } from '#server/domain/replication/revision.ts';
import { unless } from '#server/domain/replication/unless.ts';
import { dayOf } from './campaign-row.ts';
import { VISIT } from './visit-columns.ts';
import { addVisit, type VisitCounts } from './visits.ts';

/** A lease, with the page loads stored for its campaign. */
export type Lease = CampaignLeaseModel & { loads: HeldVisitModel[] };

/** Reserves unused ids for campaigns that this user will make. */
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
 * Reads and locks the lease of an id for the user who makes its campaign. Throws `campaign-exists` for a
 * used id, `invalid-input` for an id that was not leased to this user.
 */
export async function lockLease(tx: Tx, id: number, userId: number | null): Promise<Lease> {
  const lease = await lockLeaseOfAnyone(tx, id);
  if (lease && (lease.userId === userId || lease.userId === UNKNOWN_USER)) return lease;
  if (await tx.campaign.findUnique({ where: { id }, select: { id: true } })) {
    throw new Problem('campaign-exists', 'There is a campaign with this id.');
  }
  const message = 'This id was not given to you.';
  throw new Problem('invalid-input', message, { fields: { id: message } });
}

/** Reads and locks the lease of any user; null for an id that is not leased. */
export async function lockLeaseOfAnyone(tx: Tx, id: number): Promise<Lease | null> {
  // Changes nothing, only locks.
  const touch = tx.campaignLease.update({ where: { id }, data: { userId: { increment: 0 } } });
  const lease = await unless('missing', touch, () => null);
  if (!lease) return null;
  // Locked before the revision is raised: a transaction that holds an inquiry may wait for the revision.
  await tx.contact.updateMany({ where: { heldFor: id }, data: TOUCH });
  return { ...lease, loads: await tx.heldVisit.findMany({ where: { leaseId: id } }) };
}

/**
 * Moves the stored page loads and inquiries to the campaign that has arrived.
 *
 * @returns the counts of the page loads, without those whose id another campaign has counted
 */
export async function endLease(
  tx: Tx,
  { id, loads }: Lease,
  { active, name, version }: CampaignModel,
): Promise<VisitCounts> {
  const visits = loads.map(({ leaseId: _, ...load }) => ({
    ...load,
    campaignId: id,
    day: dayOf(load.createdAt, load.zone),
    afterEnd: !active,
  }));
  await insertNewRows(tx, 'Visit', VISIT, visits);
  const counts = { ...NO_VISITS };
  const counted = await tx.visit.findMany({
    where: { campaignId: id, afterEnd: false },
    select: { kind: true, createdAt: true, arrivedAt: true },
  });
  for (const visit of counted) addVisit(counts, visit);
  await tx.contact.updateMany({
    where: { heldFor: id },
    data: { heldFor: null, campaignId: id, campaignName: name, version },
  });
  // Deletes its page loads, too.
  await tx.campaignLease.delete({ where: { id }, select: { id: true } });
  return counts;
}

/** Takes ids out of the sequence of campaigns: no other campaign will get them. */
async function reserveCampaignIds(tx: Tx, count: number): Promise<number[]> {
  if (providerOfDb(tx) === 'postgresql') {
    const rows = await tx.$queryRaw<{ id: number }[]>`
      SELECT nextval(pg_get_serial_sequence('"Campaign"', 'id'))::int AS id
      FROM generate_series(1, ${count})`;
    return rows.map(({ id }) => id);
  }
  await tx.$executeRawUnsafe(makeSequence('Campaign'));
  const [sequence] = await tx.$queryRaw<{ seq: number | bigint }[]>`
    UPDATE sqlite_sequence SET seq = seq + ${count} WHERE name = 'Campaign' RETURNING seq`;
  const last = Number(sequence?.seq);
  return Array.from({ length: count }, (_, n) => last - count + 1 + n);
}
