import { useLiveQuery } from 'dexie-react-hooks';
import { type AllRows, withFirstPull } from '#pwa/local/first-pull.ts';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import { readCampaigns } from '#pwa/local/read-campaigns.ts';
import type { CampaignRow } from '#pwa/local/rows.ts';

/** All campaigns on this phone with queued changes applied, newest first. Undefined while loading. */
export function useCampaigns(): AllRows<CampaignRow> | undefined {
  const mirror = useMirror();
  return useLiveQuery(() => withFirstPull(mirror, 'campaigns', readCampaigns), [mirror]);
}
