import { HOUR_DAYS, type HourOfVisits } from '#contract/campaigns.ts';
import type { Db } from '#prisma/client.ts';
import { refuseMissing } from '#server/domain/common/missing.ts';
import { clockOf, dayOf } from './campaign-row.ts';
import { isLate } from './visits.ts';

const DAY = 24 * 60 * 60_000;

/** The hours with a visit of a campaign among the last HOUR_DAYS, oldest first. Throws `campaign-not-found`. */
export async function visitHours(
  db: Db,
  campaignId: number,
  now = new Date(),
): Promise<HourOfVisits[]> {
  const campaign = await db.campaign.findUnique({
    where: { id: campaignId },
    select: { id: true },
  });
  if (!campaign) refuseMissing('campaign');
  const since = new Date(now.getTime() - HOUR_DAYS * DAY);
  const rows = await db.visit.findMany({
    // By day: the index has it.
    where: { campaignId, day: { gte: dayOf(since) } },
    select: { createdAt: true, zone: true, arrivedAt: true, afterEnd: true },
  });
  const hours = new Map<string, HourOfVisits>();
  for (const { createdAt, zone, arrivedAt, afterEnd } of rows) {
    const at = `${clockOf(createdAt, zone).slice(0, 13)}:00`;
    const hour = hours.get(at) ?? { hour: at, onTime: 0, late: 0, afterEnd: 0 };
    hours.set(at, hour);
    if (afterEnd) hour.afterEnd += 1;
    else if (isLate({ createdAt, arrivedAt })) hour.late += 1;
    else hour.onTime += 1;
  }
  return [...hours.values()].sort((a, b) => (a.hour < b.hour ? -1 : 1));
}
