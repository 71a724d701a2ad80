import { Problem } from '#contract/problems.ts';
import { type BulkRow, insertRows } from '#prisma/bulk.ts';
import type { Db, Tx } from '#prisma/client.ts';
import { lockPlaces, type Places } from './campaign-places.ts';
import { dayOf } from './campaign-row.ts';
import type { Change } from './change.ts';
import { inTransaction } from './idempotency.ts';
import { problemOfMissing } from './missing.ts';
import { raiseRevision } from './revision.ts';
import { unless } from './unless.ts';
import { VISIT } from './visit-columns.ts';

/** One page load by a campaign link. */
export interface VisitCall {
  /** Its id is the visit's. */
  change: Change;
  params: { id: number };
}

/**
 * Counts one page load by a campaign link. The change's id is the visit's: one that arrives
 * again is not counted again. A visit of an inactive campaign is kept, not counted; one of a
 * campaign that has not arrived yet is kept, and counted when it does.
 *
 * @throws Problem `campaign-not-found`; `key-reused` when the id is that of another campaign's visit
 */
export async function trackVisit(tx: Tx, change: Change, campaignId: number): Promise<void> {
  const count = countVisits(tx, [{ change, params: { id: campaignId } }]);
  // Of another campaign's visit that arrives in this very moment.
  const [outcome] = await unless('unique', count, (cause) => [keyReused(cause)]);
  if (outcome instanceof Problem) throw outcome;
}

/** As trackVisit, for many in one transaction: an outcome for each, null for one that is counted. */
export function trackVisits(db: Db, calls: readonly VisitCall[]): Promise<(Problem | null)[]> {
  return inTransaction(db, (tx) => countVisits(tx, calls));
}

async function countVisits(tx: Tx, calls: readonly VisitCall[]): Promise<(Problem | null)[]> {
  const places = await lockPlaces(
    tx,
    calls.map(({ params }) => params.id),
  );
  const known = await knownVisits(tx, calls, places);
  const visits: VisitRow[] = [];
  const held: HeldRow[] = [];
  const counts = new Map<number, number>();

  const outcomes = calls.map(({ change: { id, happenedAt, arrivedAt }, params }) => {
    const campaignId = params.id;
    const place = places.get(campaignId);
    if (!place) return problemOfMissing('campaign');
    const counted = known.get(id);
    if (counted !== undefined) return counted === campaignId ? null : keyReused();
    known.set(id, campaignId);
    if (place === 'leased') {
      held.push({ id, leaseId: campaignId, createdAt: happenedAt, arrivedAt });
      return null;
    }
    const day = dayOf(happenedAt);
    const afterEnd = !place.active;
    visits.push({ id, campaignId, createdAt: happenedAt, day, arrivedAt, afterEnd });
    if (place.active) counts.set(campaignId, (counts.get(campaignId) ?? 0) + 1);
    return null;
  });

  await insertRows(tx, 'Visit', VISIT, visits);
  await insertRows(tx, 'HeldVisit', HELD, held);
  if (counts.size === 0) return outcomes;
  let version = (await raiseRevision(tx, counts.size)) - counts.size;
  for (const [id, count] of counts) {
    version += 1;
    await tx.campaign.update({
      where: { id },
      data: { visits: { increment: count }, version },
      select: { id: true },
    });
  }
  return outcomes;
}

/** The campaigns of the visits, held ones too, that are stored under these ids. */
async function knownVisits(
  tx: Tx,
  calls: readonly VisitCall[],
  places: Places,
): Promise<Map<string, number>> {
  const where = { id: { in: calls.map(({ change }) => change.id) } };
  const known = new Map<string, number>();
  for (const row of await tx.visit.findMany({ where, select: { id: true, campaignId: true } })) {
    known.set(row.id, row.campaignId);
  }
  if (![...places.values()].includes('leased')) return known;
  for (const row of await tx.heldVisit.findMany({ where, select: { id: true, leaseId: true } })) {
    known.set(row.id, row.leaseId);
  }
  return known;
}

function keyReused(cause?: unknown): Problem {
  return new Problem('key-reused', 'This Idempotency-Key belongs to another visit.', { cause });
}

const HELD = {
  id: 'text',
  leaseId: 'integer',
  createdAt: 'instant',
  arrivedAt: 'instant',
} as const;
type VisitRow = BulkRow<typeof VISIT>;
type HeldRow = BulkRow<typeof HELD>;
