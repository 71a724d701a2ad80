import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useListView, useOrder } from '#pwa/app/list-memory.ts';
import { useAllContacts } from '#pwa/features/contacts/use-contacts.ts';
import { useFoundContacts } from '#pwa/features/contacts/use-found-contacts.ts';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import type { ContactRow } from '#pwa/local/overlay.ts';
import { Pager } from '#pwa/ui/pager.tsx';
import { neighboursOf } from './neighbours.ts';

const NONE: ContactRow[] = [];

interface ContactPagerProps {
  id: number;
}

/** The inquiries before and after this one, in the list as it was seen last, or would be seen. */
export function ContactPager({ id }: ContactPagerProps) {
  const { userId } = useMirror();
  const order = useOrder('contacts', userId);
  return order ? <InOrder id={id} order={order} /> : <InUnseenList id={id} />;
}

/** The record was opened by its address: the order is that of the list, which fills meanwhile. */
function InUnseenList({ id }: ContactPagerProps) {
  const { userId } = useMirror();
  const all = useAllContacts(true);
  const found = useFoundContacts(all ?? NONE, useListView('contacts', userId));
  const order = useMemo(() => found.rows.map((row) => row.id), [found]);
  return <InOrder id={id} order={order} />;
}

function InOrder({ id, order }: ContactPagerProps & { order: readonly (string | number)[] }) {
  const navigate = useNavigate();
  const place = neighboursOf(order, id);
  if (!place) return null;

  const open = (to: string | number) => () =>
    void navigate({ to: '/dashboard/contacts/$id', params: { id: String(to) }, replace: true });
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
