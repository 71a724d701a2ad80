import { CampaignsPage as CampaignsScreen } from '#pwa/features/campaigns/campaigns-page.tsx';
import { useCampaigns } from '#pwa/features/campaigns/use-campaigns.ts';
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
