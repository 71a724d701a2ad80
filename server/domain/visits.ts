import { Problem } from '#contract/problems.ts';
import type { Tx } from '#prisma/client.ts';
import { lockLeaseIfThere } from './campaign-leases.ts';
import { dayOf, lockCampaign, lockCampaignIfThere } from './campaign-row.ts';
import type { Change } from './change.ts';
import { nextRevision } from './revision.ts';
import { unless } from './unless.ts';

/**
 * Counts one page load by a campaign link. The change's id is the visit's: one that arrives
 * again is not counted again. A visit of an inactive campaign is kept, not counted; one of a
 * campaign that has not arrived yet is kept, and counted when it does.
 *
 * @throws Problem `campaign-not-found`; `key-reused` when the id is that of another campaign's visit
 */
export async function trackVisit(
  tx: Tx,
  { id, happenedAt, arrivedAt }: Change,
  campaignId: number,
): Promise<void> {
  const campaign = await lockCampaignIfThere(tx, campaignId);
  if (!campaign && (await holdVisit(tx, { id, leaseId: campaignId, happenedAt, arrivedAt })))
    return;
  // It may have arrived in this very moment, and with it what was held.
  const { active } = campaign ?? (await lockCampaign(tx, campaignId));
  const known = await tx.visit.findUnique({ where: { id }, select: { campaignId: true } });
  if (known && known.campaignId !== campaignId) refuseReuse();
  if (known) return;

  const day = dayOf(happenedAt);
  const data = { id, campaignId, createdAt: happenedAt, day, arrivedAt, afterEnd: !active };
  await unless('unique', tx.visit.create({ data, select: { id: true } }), refuseReuse);
  if (!active) return;
  const version = await nextRevision(tx);
  await tx.campaign.update({
    where: { id: campaignId },
    data: { visits: { increment: 1 }, version },
    select: { id: true },
  });
}

/** Keeps a visit of a campaign that has not arrived yet; false for an id that is not leased. */
async function holdVisit(
  tx: Tx,
  {
    id,
    leaseId,
    happenedAt,
    arrivedAt,
  }: Pick<Change, 'id' | 'happenedAt' | 'arrivedAt'> & {
    leaseId: number;
  },
): Promise<boolean> {
  if (!(await lockLeaseIfThere(tx, leaseId))) return false;
  const known = await tx.heldVisit.findUnique({ where: { id }, select: { leaseId: true } });
  if (known && known.leaseId !== leaseId) refuseReuse();
  if (known) return true;
  const data = { id, leaseId, createdAt: happenedAt, arrivedAt };
  await unless('unique', tx.heldVisit.create({ data, select: { id: true } }), refuseReuse);
  return true;
}

function refuseReuse(cause?: unknown): never {
  throw new Problem('key-reused', 'This Idempotency-Key belongs to another visit.', { cause });
}
