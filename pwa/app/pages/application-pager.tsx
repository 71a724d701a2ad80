import { useMemo } from 'react';
import { useListView, useOrder } from '#pwa/app/list-memory.ts';
import { useAllApplications } from '#pwa/features/applications/use-applications.ts';
import { useFoundApplications } from '#pwa/features/applications/use-found-applications.ts';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import type { ApplicationRow } from '#pwa/local/rows.ts';
import { RecordPager } from './record-pager.tsx';

const NONE: ApplicationRow[] = [];

interface ApplicationPagerProps {
  id: string;
}

/** The previous and next application in the list as last shown, or as it would be shown. */
export function ApplicationPager({ id }: ApplicationPagerProps) {
  const { userId } = useMirror();
  const order = useOrder('applications', userId);
  return order ? (
    <RecordPager id={id} order={order} to="/dashboard/applications/$id" />
  ) : (
    <InUnseenList id={id} />
  );
}

/** For a record that was opened by its address: the list was not shown yet. */
function InUnseenList({ id }: ApplicationPagerProps) {
  const { userId } = useMirror();
  const all = useAllApplications(true);
  const found = useFoundApplications(all ?? NONE, useListView('applications', userId));
  const order = useMemo(() => found.rows.map((row) => row.id), [found]);
  return <RecordPager id={id} order={order} to="/dashboard/applications/$id" />;
}
