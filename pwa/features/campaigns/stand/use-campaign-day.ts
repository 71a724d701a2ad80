import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import type { Campaign } from '#contract/campaigns.ts';
import { sendInquiry } from '#contract/inquiry.ts';
import { countedInquiries } from '#pwa/features/campaigns/counted-inquiries.ts';
import { lastDays } from '#pwa/features/campaigns/day-counts.ts';
import { useToday } from '#pwa/lib/time/clock.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { readAll } from '#pwa/local/rows/read-rows.ts';
import { unsentEntries } from '#pwa/visitor/outbox.ts';
import { onSettled } from '#pwa/visitor/settled.ts';

/** What a campaign has brought today, by the clock of this device, and how many inquiries wait here to be sent. */
export interface CampaignDay {
  visits: number;
  inquiries: number;
  waiting: number;
}

/** The figures of a campaign's day, as this device knows them. Undefined while loading. */
export function useCampaignDay(campaign: Campaign): CampaignDay | undefined {
  const { id, days = [] } = campaign;
  const mirror = useMirror();
  const today = useToday();
  const waiting = useWaiting(id);
  const inquiries = useLiveQuery(async () => {
    const { rows } = await readAll(mirror, 'contacts');
    const begin = new Date(`${today}T00:00`).toISOString();
    return countedInquiries(rows).filter(
      ({ campaignId, createdAt }) => campaignId === id && createdAt >= begin,
    ).length;
  }, [mirror, id, today]);
  if (inquiries === undefined || waiting === undefined) return undefined;
  const visits = lastDays(days, 1, today).reduce((sum, day) => sum + day.visits, 0);
  return { visits, inquiries, waiting };
}

/** How many inquiries of visitors wait on this device. */
function useWaiting(campaignId: number): number | undefined {
  const [waiting, setWaiting] = useState<number>();
  useEffect(() => {
    function look(): void {
      unsentEntries()
        .then((entries) => setWaiting(entries.filter(isOfCampaign).length))
        .catch(console.error);
    }
    function isOfCampaign({ path, body }: { path: string; body: unknown }): boolean {
      if (path !== sendInquiry.path) return false;
      return (body as { campaignId?: number }).campaignId === campaignId;
    }
    look();
    return onSettled(look);
  }, [campaignId]);
  return waiting;
}
