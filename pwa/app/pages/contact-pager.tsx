import { useMemo } from 'react';
import { useListView, useOrder } from '#pwa/app/list-memory.ts';
import { useAllContacts } from '#pwa/features/contacts/use-contacts.ts';
import { useFoundContacts } from '#pwa/features/contacts/use-found-contacts.ts';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import type { ContactRow } from '#pwa/local/rows.ts';
import { RecordPager } from './record-pager.tsx';

const NONE: ContactRow[] = [];

interface ContactPagerProps {
  id: number;
}

/** The previous and next inquiry in the list as last shown, or as it would be shown. */
export function ContactPager({ id }: ContactPagerProps) {
  const { userId } = useMirror();
  const order = useOrder('contacts', userId);
  return order ? (
    <RecordPager id={id} order={order} to="/dashboard/contacts/$id" />
  ) : (
    <InUnseenList id={id} />
  );
}

/** For a record that was opened by its address: the list was not shown yet. */
function InUnseenList({ id }: ContactPagerProps) {
  const { userId } = useMirror();
  const all = useAllContacts(true);
  const found = useFoundContacts(all ?? NONE, useListView('contacts', userId));
  const order = useMemo(() => found.rows.map((row) => row.id), [found]);
  return <RecordPager id={id} order={order} to="/dashboard/contacts/$id" />;
}
