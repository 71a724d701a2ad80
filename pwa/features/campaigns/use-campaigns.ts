import { useLiveQuery } from 'dexie-react-hooks';
import type { Campaign } from '#contract/campaigns.ts';
import { useMirror } from '#pwa/local/mirror-context.tsx';

export type CampaignRow = Campaign;

/** All campaigns by their making, newest first. Undefined while loading. */
export function useCampaigns(): CampaignRow[] | undefined {
  const mirror = useMirror();
  return useLiveQuery(async () => {
    const rows = await mirror.campaigns.toArray();
    return rows.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id);
  }, [mirror]);
}
