import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { type Campaign, readVisitHours } from '#contract/campaigns.ts';
import { sendInquiry } from '#contract/inquiry.ts';
import { call } from '#pwa/api/call.ts';
import type { VisitHoursState } from '#pwa/local/meta-state.ts';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import { readAll } from '#pwa/local/read-rows.ts';
import { unsentEntries } from '#pwa/visitor/outbox.ts';
import { onSettled } from '#pwa/visitor/settled.ts';
import { visitsToday } from './visits-today.ts';

/** What a campaign has brought since midnight on this device, and how many inquiries wait here to be sent. */
export interface Today {
  visits: number;
  inquiries: number;
  waiting: number;
}

/** The figures of a campaign's day, as this device knows them. Undefined while loading. */
export function useToday(campaign: Campaign): Today | undefined {
  const { id } = campaign;
  const mirror = useMirror();
  const waiting = useWaiting(id);
  const visits = useVisitsToday(campaign);
  const inquiries = useLiveQuery(async () => {
    const { rows } = await readAll(mirror, 'contacts');
    const begin = new Date(new Date().setHours(0, 0, 0, 0)).toISOString();
    return rows.filter(({ campaignId, createdAt }) => campaignId === id && createdAt >= begin)
      .length;
  }, [mirror, id]);
  if (visits === undefined || inquiries === undefined || waiting === undefined) return undefined;
  return { visits, inquiries, waiting };
}

/** Visits since midnight here: from the server's hours, which this device keeps for a time without a signal. */
function useVisitsToday(campaign: Campaign): number | undefined {
  const { id, visits } = campaign;
  const mirror = useMirror();
  const key = `visit-hours:${id}` as const;
  // Null if the server has not answered yet.
  const kept = useLiveQuery(
    async () => ((await mirror.meta.get(key)) as VisitHoursState | undefined) ?? null,
    [mirror, key],
  );

  useEffect(() => {
    let isLeft = false;
    call(readVisitHours, { params: { id }, sentFor: mirror.userId })
      .then(async ({ hours }) => {
        if (!isLeft) await mirror.meta.put({ key, hours, of: visits });
      })
      .catch(() => undefined);
    return () => {
      isLeft = true;
    };
  }, [id, key, mirror, visits]);

  return kept === undefined ? undefined : visitsToday(campaign, kept);
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
