import { useLiveQuery } from 'dexie-react-hooks';
import { CampaignsPage as CampaignsScreen } from '#pwa/features/campaigns/campaigns-page.tsx';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { CampaignRow } from '#pwa/local/database/rows.ts';
import { type AllRows, readAll } from '#pwa/local/rows/read-rows.ts';
import { useRefreshOnEntry } from '#pwa/sync/pull/use-refresh-on-entry.ts';

const LISTS = ['campaigns'] as const;

/** /admin/campaigns: the mirror's campaigns, refreshed from the server. */
export function CampaignsPage() {
  const all = useCampaigns();
  return (
    <CampaignsScreen
      campaigns={all?.rows}
      isWhole={all?.firstPull.isWhole === true}
      refresh={useRefreshOnEntry(LISTS)}
    />
  );
}

/** All campaigns on this phone with queued changes applied, newest first. Undefined while loading. */
export function useCampaigns(): AllRows<CampaignRow> | undefined {
  const mirror = useMirror();
  return useLiveQuery(() => readAll(mirror, 'campaigns'), [mirror]);
}
