import { useLiveQuery } from 'dexie-react-hooks';
import type { CampaignRow } from '#pwa/local/campaign-overlay.ts';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import { readCampaigns } from '#pwa/local/read-campaigns.ts';

/** All campaigns by their making, newest first, with what waits. Undefined while loading. */
export function useCampaigns(): CampaignRow[] | undefined {
  const mirror = useMirror();
  return useLiveQuery(() => readCampaigns(mirror), [mirror]);
}
