import { useMemo } from 'react';
import { useListView, useOrder } from '#pwa/app/list-memory.ts';
import { useAllContacts } from '#pwa/features/contacts/use-contacts.ts';
import { useFoundContacts } from '#pwa/features/contacts/use-found-contacts.ts';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import type { ContactRow } from '#pwa/local/overlay.ts';
import { RecordPager } from './record-pager.tsx';

const NONE: ContactRow[] = [];

interface ContactPagerProps {
  id: number;
}

/** The inquiries before and after this one, in the list as it was seen last, or would be seen. */
export function ContactPager({ id }: ContactPagerProps) {
  const { userId } = useMirror();
  const order = useOrder('contacts', userId);
  return order ? (
    <RecordPager id={id} order={order} to="/dashboard/contacts/$id" />
  ) : (
    <InUnseenList id={id} />
  );
}

/** The record was opened by its address: the order is that of the list, which fills meanwhile. */
function InUnseenList({ id }: ContactPagerProps) {
  const { userId } = useMirror();
  const all = useAllContacts(true);
  const found = useFoundContacts(all ?? NONE, useListView('contacts', userId));
  const order = useMemo(() => found.rows.map((row) => row.id), [found]);
  return <RecordPager id={id} order={order} to="/dashboard/contacts/$id" />;
}
