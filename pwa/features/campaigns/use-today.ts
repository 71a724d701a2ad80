import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { type Campaign, type HourOfVisits, readVisitHours } from '#contract/campaigns.ts';
import { sendInquiry } from '#contract/inquiry.ts';
import { call } from '#pwa/api/call.ts';
import { dayAfter } from '#pwa/lib/dates.ts';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import { readAll } from '#pwa/local/read-rows.ts';
import { unsentEntries } from '#pwa/visitor/outbox.ts';
import { onSettled } from '#pwa/visitor/settled.ts';
import { lastDays } from './day-counts.ts';
import { eventDays } from './event-day.ts';

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
  if (inquiries === undefined || waiting === undefined) return undefined;
  return { visits, inquiries, waiting };
}

/** Visits by the hour since midnight here, from the server; without its answer those of the UTC day. */
function useVisitsToday({ id, days = [], visits }: Campaign): number {
  const { userId } = useMirror();
  const [answer, setAnswer] = useState<{ hours: readonly HourOfVisits[]; of: number }>();

  useEffect(() => {
    let isLeft = false;
    call(readVisitHours, { params: { id }, sentFor: userId }).then(
      ({ hours }) => isLeft || setAnswer({ hours, of: visits }),
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, [id, userId, visits]);

  // An answer to an earlier number of visits lacks the newest ones.
  if (answer?.of !== visits) return lastDays(days, 1, new Date())[0]?.visits ?? 0;
  const day = dayAfter(Date.now(), 0);
  const today = eventDays(answer.hours).find((each) => each.day === day);
  return today ? today.onTime + today.late : 0;
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
