import { outboxTables } from './in-flight.ts';
import type { Mirror } from './mirror.ts';
import { OutboxMemory } from './outbox-memory.ts';
import { byRecord, foldRow } from './overlay.ts';
import type { CampaignRow } from './rows.ts';

/** All campaigns with their queued changes, the newest first. */
export function readCampaigns(mirror: Mirror): Promise<CampaignRow[]> {
  return mirror.transaction('r', [mirror.campaigns, ...outboxTables(mirror)], async () => {
    const [rows, changes] = await Promise.all([
      mirror.campaigns.toArray(),
      OutboxMemory.of(mirror).read(),
    ]);
    const known = new Map(rows.map((row) => [row.id, row]));
    const lanes = byRecord('campaigns', changes);
    return [...new Set([...known.keys(), ...lanes.keys()])]
      .flatMap((id) => foldRow('campaigns', known.get(id), lanes.get(id) ?? []) ?? [])
      .sort(newerFirst);
  });
}

/** One campaign with its queued changes; null when there is none, or it is deleted. */
export function readCampaign(mirror: Mirror, id: number): Promise<CampaignRow | null> {
  return mirror.transaction('r', [mirror.campaigns, ...outboxTables(mirror)], async () => {
    const [row, changes] = await Promise.all([
      mirror.campaigns.get(id),
      OutboxMemory.of(mirror).read(),
    ]);
    return foldRow('campaigns', row, byRecord('campaigns', changes).get(id) ?? []) ?? null;
  });
}

function newerFirst(one: CampaignRow, other: CampaignRow): number {
  return other.createdAt.localeCompare(one.createdAt) || other.id - one.id;
}
