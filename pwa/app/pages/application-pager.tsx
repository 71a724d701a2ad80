import { useMemo } from 'react';
import { useListView, useOrder } from '#pwa/app/list-memory.ts';
import { useAllApplications } from '#pwa/features/applications/use-applications.ts';
import { useFoundApplications } from '#pwa/features/applications/use-found-applications.ts';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import type { ApplicationRow } from '#pwa/local/overlay.ts';
import { RecordPager } from './record-pager.tsx';

const NONE: ApplicationRow[] = [];

interface ApplicationPagerProps {
  id: string;
}

/** The applications before and after this one, in the list as it was seen last, or would be seen. */
export function ApplicationPager({ id }: ApplicationPagerProps) {
  const { userId } = useMirror();
  const order = useOrder('applications', userId);
  return order ? (
    <RecordPager id={id} order={order} to="/dashboard/applications/$id" />
  ) : (
    <InUnseenList id={id} />
  );
}

/** The record was opened by its address: the order is that of the list, which fills meanwhile. */
function InUnseenList({ id }: ApplicationPagerProps) {
  const { userId } = useMirror();
  const all = useAllApplications(true);
  const found = useFoundApplications(all ?? NONE, useListView('applications', userId));
  const order = useMemo(() => found.rows.map((row) => row.id), [found]);
  return <RecordPager id={id} order={order} to="/dashboard/applications/$id" />;
}
