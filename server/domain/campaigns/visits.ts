import { LATE_AFTER, NO_VISITS, type VisitKind } from '#contract/campaigns.ts';
import { Problem } from '#contract/problems.ts';
import { type BulkRow, insertRows } from '#prisma/bulk.ts';
import type { Tx } from '#prisma/client.ts';
import { problemOfMissing } from '#server/domain/common/missing.ts';
import { type LinkTarget, lockLinkTargets } from '#server/domain/pipeline/link-targets.ts';
import type { Change } from '#server/domain/replication/change.ts';
import type { UnitOfWork } from '#server/domain/replication/idempotency.ts';
import { raiseRevision } from '#server/domain/replication/revision.ts';
import { dayOf } from './campaign-row.ts';
import { VISIT } from './visit-columns.ts';

/** One page load by a campaign link. */
export interface VisitCall {
  /** Its id is the visit's. */
  change: Change;
  params: { id: number };
}

/** What the request of a visit tells about it. */
export interface VisitOrigin {
  kind: VisitKind;
  /** Minutes by which the visitor's clock is ahead of UTC. */
  zone: number;
}

/** The counts of a campaign that visits raise. */
export type VisitCounts = typeof NO_VISITS;

/** Rows to insert, and visits to add to each campaign. */
interface Counted {
  visits: BulkRow<typeof VISIT>[];
  held: BulkRow<typeof HELD>[];
  counts: Map<number, VisitCounts>;
}

/**
 * Counts page loads by campaign links. The change's id is the visit's, so a visit that arrives again
 * is not counted again. A visit of an inactive campaign is stored, not counted; a visit of a campaign
 * that is still on a device is stored, and counted when the campaign arrives.
 *
 * Refusals: `campaign-not-found`; `key-reused` for the id of another campaign's visit.
 */
export async function openVisits<Call extends VisitCall>(
  tx: Tx,
  calls: readonly Call[],
  originOf: (call: Call) => VisitOrigin,
): Promise<UnitOfWork<Call, null>> {
  const ids = calls.map(({ params }) => params.id);
  const targets = await lockLinkTargets(tx, ids);
  const known = await knownVisits(tx, calls, targets);
  const counted: Counted = { visits: [], held: [], counts: new Map() };
  return {
    keysAreRowIds: true,
    apply(call) {
      const { change } = call;
      const { id: campaignId } = call.params;
      const target = targets.get(campaignId);
      if (!target) return problemOfMissing('campaign');
      const countedFor = known.get(change.id);
      if (countedFor === undefined) {
        known.set(change.id, campaignId);
        count(counted, change, originOf(call), target, campaignId);
      } else if (countedFor !== campaignId) {
        return new Problem('key-reused', 'This Idempotency-Key belongs to another visit.');
      }
      return null;
    },
    flush: () => write(tx, counted),
  };
}

function count(
  { visits, held, counts }: Counted,
  { id, happenedAt: createdAt, arrivedAt }: Change,
  { kind, zone }: VisitOrigin,
  target: LinkTarget,
  campaignId: number,
): void {
  if (target === 'leased') {
    held.push({ id, leaseId: campaignId, createdAt, zone, arrivedAt, kind });
    return;
  }
  const afterEnd = !target.active;
  const day = dayOf(createdAt, zone);
  visits.push({ id, campaignId, createdAt, zone, day, arrivedAt, afterEnd, kind });
  if (afterEnd) return;
  const sum = counts.get(campaignId) ?? { ...NO_VISITS };
  counts.set(campaignId, sum);
  addVisit(sum, { kind, createdAt, arrivedAt });
}

/** Adds a counted visit to the counts of its campaign. */
export function addVisit(
  counts: VisitCounts,
  { kind, createdAt, arrivedAt }: { kind: string; createdAt: Date; arrivedAt: Date },
): void {
  counts.visits += 1;
  if (kind === 'repeat') counts.repeats += 1;
  if (kind === 'machine') counts.machines += 1;
  if (kind === 'staff') counts.staff += 1;
  if (isLate({ createdAt, arrivedAt })) counts.late += 1;
}

export function isLate({ createdAt, arrivedAt }: { createdAt: Date; arrivedAt: Date }): boolean {
  return arrivedAt.getTime() - createdAt.getTime() >= LATE_AFTER;
}

async function write(tx: Tx, { visits, held, counts }: Counted): Promise<void> {
  await insertRows(tx, 'Visit', VISIT, visits);
  await insertRows(tx, 'HeldVisit', HELD, held);
  if (counts.size === 0) return;
  let version = (await raiseRevision(tx, counts.size)) - counts.size;
  for (const [id, { visits: counted, repeats, machines, staff, late }] of counts) {
    version += 1;
    const data = {
      visits: { increment: counted },
      repeats: { increment: repeats },
      machines: { increment: machines },
      staff: { increment: staff },
      late: { increment: late },
      version,
    };
    await tx.campaign.update({ where: { id }, data, select: { id: true } });
  }
}

/** The campaign of each visit that is stored already, by the visit's id. */
async function knownVisits(
  tx: Tx,
  calls: readonly VisitCall[],
  targets: ReadonlyMap<number, LinkTarget>,
): Promise<Map<string, number>> {
  const where = { id: { in: calls.map(({ change }) => change.id) } };
  const known = new Map<string, number>();
  for (const row of await tx.visit.findMany({ where, select: { id: true, campaignId: true } })) {
    known.set(row.id, row.campaignId);
  }
  if (![...targets.values()].includes('leased')) return known;
  for (const row of await tx.heldVisit.findMany({ where, select: { id: true, leaseId: true } })) {
    known.set(row.id, row.leaseId);
  }
  return known;
}

const HELD = {
  id: 'text',
  leaseId: 'integer',
  createdAt: 'instant',
  zone: 'integer',
  arrivedAt: 'instant',
  kind: 'text',
} as const;
