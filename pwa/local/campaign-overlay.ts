import type { Campaign } from '#contract/campaigns.ts';
import { changedFields } from './changed-fields.ts';
import type { CampaignEntry } from './outbox-entry.ts';
import { markOf } from './overlay.ts';
import type { Waiting } from './waiting.ts';

export type CampaignRow = Campaign & { waiting: Waiting };

/**
 * One campaign as the person sees it: what the server said, with the changes that wait laid over it
 * in their order. Undefined when nobody has it, or when its deletion waits.
 *
 * A refused change is not laid over, only marked, except the one that made the campaign: without it
 * the text would be gone from the screen.
 */
export function foldCampaign(
  row: Campaign | undefined,
  entries: readonly CampaignEntry[],
): CampaignRow | undefined {
  let seen = row;
  for (const entry of entries) seen = apply(seen, entry);
  return seen && { ...seen, waiting: markOf(entries) };
}

function apply(row: Campaign | undefined, entry: CampaignEntry): Campaign | undefined {
  if (entry.type === 'campaign-created') {
    return row ?? { ...entry.body, visits: 0, createdAt: entry.queuedAt, version: 0 };
  }
  if (!row || entry.state === 'refused') return row;
  return entry.type === 'campaign-edited' ? { ...row, ...changedFields(entry) } : undefined;
}
