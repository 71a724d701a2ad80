import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { rememberOrder, useListView, useOrder } from '#pwa/app/list-memory.ts';
import { useAllApplications } from '#pwa/features/applications/use-applications.ts';
import { useFoundApplications } from '#pwa/features/applications/use-found-applications.ts';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import type { ApplicationRow } from '#pwa/local/overlay.ts';
import { Pager } from '#pwa/ui/pager.tsx';
import { neighboursOf } from './neighbours.ts';

const NONE: ApplicationRow[] = [];

/** The applications before and after this one, in the list as it was seen last, or would be seen. */
export function ApplicationPager({ id }: { id: string }) {
  const { userId } = useMirror();
  const navigate = useNavigate();
  const order = useOrder('applications', userId);
  const place = neighboursOf(order, id);
  if (!order) return <OrderFromMirror />;
  if (!place) return null;

  // In place of the open one, so that Back leads to the list.
  const open = (to: string | number) => () =>
    void navigate({
      to: '/dashboard/applications/$id',
      params: { id: String(to) },
      replace: true,
    });
  const { at, of, previous, next } = place;
  return (
    <Pager
      at={at}
      of={of}
      onPrevious={previous === undefined ? undefined : open(previous)}
      onNext={next === undefined ? undefined : open(next)}
    />
  );
}

/** The record was opened by its address: the list's order is found out without the list. */
function OrderFromMirror() {
  const { userId } = useMirror();
  const all = useAllApplications(true);
  const found = useFoundApplications(all ?? NONE, useListView('applications', userId));
  const ids = useMemo(() => found.rows.map(({ id }) => id), [found]);
  useEffect(() => {
    if (all) rememberOrder('applications', userId, ids);
  }, [all, userId, ids]);
  return null;
}
