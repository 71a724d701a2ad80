import { type CampaignRow, foldCampaign } from './campaign-overlay.ts';
import type { Mirror } from './mirror.ts';
import { type CampaignEntry, campaignEntity, isOfCampaign } from './outbox-entry.ts';

/** All campaigns by their making, newest first, with what waits laid over them. */
export function readCampaigns(mirror: Mirror): Promise<CampaignRow[]> {
  return mirror.transaction('r', mirror.campaigns, mirror.outbox, async () => {
    const [rows, changes] = await Promise.all([
      mirror.campaigns.toArray(),
      mirror.outbox.where('entity').startsWith('campaign:').toArray(),
    ]);
    const lanes = new Map<string, CampaignEntry[]>();
    for (const entry of changes.filter(isOfCampaign)) {
      lanes.set(entry.entity, [...(lanes.get(entry.entity) ?? []), entry]);
    }
    const known = rows.map((row) => {
      const entity = campaignEntity(row.id);
      const lane = lanes.get(entity) ?? [];
      lanes.delete(entity);
      return foldCampaign(row, lane);
    });
    const made = [...lanes.values()].map((lane) => foldCampaign(undefined, lane));
    return [...known, ...made].filter((row) => row !== undefined).sort(newerFirst);
  });
}

/** One campaign with what waits laid over it; null when there is none, or none any more. */
export function readCampaign(mirror: Mirror, id: number): Promise<CampaignRow | null> {
  return mirror.transaction('r', mirror.campaigns, mirror.outbox, async () => {
    const row = await mirror.campaigns.get(id);
    const lane = mirror.outbox.where('entity').equals(campaignEntity(id));
    const entries: CampaignEntry[] = (await lane.toArray()).filter(isOfCampaign);
    return foldCampaign(row, entries) ?? null;
  });
}

function newerFirst(one: CampaignRow, other: CampaignRow): number {
  return other.createdAt.localeCompare(one.createdAt) || other.id - one.id;
}
