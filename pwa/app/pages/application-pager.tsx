import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useListView, useOrder } from '#pwa/app/list-memory.ts';
import { useAllApplications } from '#pwa/features/applications/use-applications.ts';
import { useFoundApplications } from '#pwa/features/applications/use-found-applications.ts';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import type { ApplicationRow } from '#pwa/local/overlay.ts';
import { Pager } from '#pwa/ui/pager.tsx';
import { neighboursOf } from './neighbours.ts';

const NONE: ApplicationRow[] = [];

interface ApplicationPagerProps {
  id: string;
}

/** The applications before and after this one, in the list as it was seen last, or would be seen. */
export function ApplicationPager({ id }: ApplicationPagerProps) {
  const { userId } = useMirror();
  const order = useOrder('applications', userId);
  return order ? <InOrder id={id} order={order} /> : <InUnseenList id={id} />;
}

/** The record was opened by its address: the order is that of the list, which fills meanwhile. */
function InUnseenList({ id }: ApplicationPagerProps) {
  const { userId } = useMirror();
  const all = useAllApplications(true);
  const found = useFoundApplications(all ?? NONE, useListView('applications', userId));
  const order = useMemo(() => found.rows.map((row) => row.id), [found]);
  return <InOrder id={id} order={order} />;
}

function InOrder({ id, order }: ApplicationPagerProps & { order: readonly (string | number)[] }) {
  const navigate = useNavigate();
  const place = neighboursOf(order, id);
  if (!place) return null;

  // In place of the open one, so that Back leads to the list.
  const open = (to: string | number) => () =>
    void navigate({ to: '/dashboard/applications/$id', params: { id: String(to) }, replace: true });
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
