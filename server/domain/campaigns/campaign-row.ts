import { type Campaign, type DayOfVisits, VISIT_DAYS } from '#contract/campaigns.ts';
import { LANGUAGE_CODES } from '#contract/fields/vocabulary.ts';
import type { Tx } from '#prisma/client.ts';
import type { CampaignModel } from '#prisma/generated/sqlite/models.ts';
import { refuseMissing } from '#server/domain/common/missing.ts';
import { TOUCH } from '#server/domain/replication/revision.ts';
import { unless } from '#server/domain/replication/unless.ts';
import { wordOf } from '#server/domain/replication/words.ts';

/** A row as the API gives it. */
export function toCampaign({ defaultLanguage, createdAt, ...row }: CampaignModel): Campaign {
  return {
    ...row,
    defaultLanguage: wordOf(LANGUAGE_CODES, defaultLanguage),
    createdAt: createdAt.toISOString(),
  };
}

/** Reads a campaign and locks it until the transaction ends. Throws `campaign-not-found`. */
export async function lockCampaign(tx: Tx, id: number): Promise<Campaign> {
  const update = tx.campaign.update({ where: { id }, data: TOUCH });
  return toCampaign(await unless('missing', update, () => refuseMissing('campaign')));
}

/** SQLite takes at most 999 values in a query, and an order ends where Prisma splits one. */
const MOST_IDS = 900;

/** The campaigns with their visits by day. One query per 900 campaigns. */
export async function withDays<Row extends { id: number }>(
  tx: Tx,
  rows: readonly Row[],
  now = new Date(),
): Promise<(Row & { days: DayOfVisits[] })[]> {
  const days = new Map(rows.map(({ id }) => [id, [] as DayOfVisits[]]));
  const first = dayOf(new Date(now.getTime() - VISIT_DAYS * 24 * 60 * 60_000));
  for (let from = 0; from < rows.length; from += MOST_IDS) {
    const ids = rows.slice(from, from + MOST_IDS).map(({ id }) => id);
    const counted = await tx.visitDay.findMany({
      where: { campaignId: { in: ids }, day: { gt: first } },
      orderBy: { day: 'asc' },
    });
    for (const { campaignId, day, visits } of counted) {
      days.get(campaignId)?.push({ day, visits });
    }
  }
  return rows.map((row) => ({ ...row, days: days.get(row.id) ?? [] }));
}

/** withDays for one campaign. */
export async function withOwnDays(tx: Tx, campaign: Campaign): Promise<Campaign> {
  const [row] = await withDays(tx, [campaign]);
  return row ?? campaign;
}

/**
 * The day of an instant, `YYYY-MM-DD`.
 *
 * @param zone minutes by which the clock of the place is ahead of UTC
 */
export function dayOf(instant: Date, zone = 0): string {
  return clockOf(instant, zone).slice(0, 10);
}

/** The date and the time that a clock shows at an instant, as ISO 8601, by which the zone is meant and not UTC. */
export function clockOf(instant: Date, zone: number): string {
  return new Date(instant.getTime() + zone * 60_000).toISOString();
}
