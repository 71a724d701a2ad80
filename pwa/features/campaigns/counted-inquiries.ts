import type { ContactRow } from '#pwa/local/database/rows.ts';

/** The inquiries that came by campaigns, without spam, counted as in Figures. */
export function countedInquiries(rows: readonly ContactRow[]): ContactRow[] {
  return rows.filter(({ campaignId, state }) => campaignId !== null && state !== 'spam');
}

/** How many of them each campaign has, by its id. */
export function countByCampaign(rows: readonly ContactRow[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { campaignId } of countedInquiries(rows)) {
    if (campaignId !== null) counts.set(campaignId, (counts.get(campaignId) ?? 0) + 1);
  }
  return counts;
}
