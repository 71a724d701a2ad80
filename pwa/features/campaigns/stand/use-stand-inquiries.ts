import { useLiveQuery } from 'dexie-react-hooks';
import { AT_STAND } from '#contract/handed-over.ts';
import { countedInquiries } from '#pwa/features/campaigns/counted-inquiries.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { readAll } from '#pwa/local/rows/read-rows.ts';

/** How many inquiries of a campaign were entered at the stand. Undefined while loading. */
export function useStandInquiries(campaignId: number): number | undefined {
  const mirror = useMirror();
  return useLiveQuery(async () => {
    const { rows } = await readAll(mirror, 'contacts');
    return countedInquiries(rows).filter(
      (row) => row.campaignId === campaignId && row.utmMedium === AT_STAND,
    ).length;
  }, [mirror, campaignId]);
}
