import { useLiveQuery } from 'dexie-react-hooks';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import { readCampaigns } from '#pwa/local/read-campaigns.ts';
import type { CampaignRow } from '#pwa/local/rows.ts';

/** All campaigns with queued changes applied, newest first. Undefined while loading. */
export function useCampaigns(): CampaignRow[] | undefined {
  const mirror = useMirror();
  return useLiveQuery(() => readCampaigns(mirror), [mirror]);
}
