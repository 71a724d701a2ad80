import { useNavigate } from '@tanstack/react-router';
import { useOrder } from '#pwa/app/list-memory.ts';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import { Pager } from '#pwa/ui/pager.tsx';
import { neighboursOf } from './neighbours.ts';

/** The inquiries before and after this one, in the list as it was seen last. */
export function ContactPager({ id }: { id: number }) {
  const { userId } = useMirror();
  const navigate = useNavigate();
  const place = neighboursOf(useOrder('contacts', userId), id);
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
