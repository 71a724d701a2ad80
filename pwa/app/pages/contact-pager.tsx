import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { rememberOrder, useListView, useOrder } from '#pwa/app/list-memory.ts';
import { useAllContacts } from '#pwa/features/contacts/use-contacts.ts';
import { useFoundContacts } from '#pwa/features/contacts/use-found-contacts.ts';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import type { ContactRow } from '#pwa/local/overlay.ts';
import { Pager } from '#pwa/ui/pager.tsx';
import { neighboursOf } from './neighbours.ts';

const NONE: ContactRow[] = [];

/** The inquiries before and after this one, in the list as it was seen last, or would be seen. */
export function ContactPager({ id }: { id: number }) {
  const { userId } = useMirror();
  const navigate = useNavigate();
  const order = useOrder('contacts', userId);
  const place = neighboursOf(order, id);
  if (!order) return <OrderFromMirror />;
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

/** As of applications. */
function OrderFromMirror() {
  const { userId } = useMirror();
  const all = useAllContacts(true);
  const found = useFoundContacts(all ?? NONE, useListView('contacts', userId));
  const ids = useMemo(() => found.rows.map(({ id }) => id), [found]);
  useEffect(() => {
    if (all) rememberOrder('contacts', userId, ids);
  }, [all, userId, ids]);
  return null;
}
