import { type CampaignRow, foldCampaign } from './campaign-overlay.ts';
import type { Mirror } from './mirror.ts';
import { type CampaignEntry, campaignEntity, isOfCampaign } from './outbox-entry.ts';
import { OutboxMemory } from './outbox-memory.ts';
import { outboxTables } from './under-way.ts';

/** All campaigns by their making, newest first, with what waits laid over them. */
export function readCampaigns(mirror: Mirror): Promise<CampaignRow[]> {
  return mirror.transaction('r', [mirror.campaigns, ...outboxTables(mirror)], async () => {
    const [rows, changes] = await Promise.all([
      mirror.campaigns.toArray(),
      OutboxMemory.of(mirror).read(),
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
  return mirror.transaction('r', [mirror.campaigns, ...outboxTables(mirror)], async () => {
    const [row, changes] = await Promise.all([
      mirror.campaigns.get(id),
      OutboxMemory.of(mirror).read(),
    ]);
    const lane = changes.filter(isOfCampaign).filter(({ entity }) => entity === campaignEntity(id));
    return foldCampaign(row, lane) ?? null;
  });
}

function newerFirst(one: CampaignRow, other: CampaignRow): number {
  return other.createdAt.localeCompare(one.createdAt) || other.id - one.id;
}
