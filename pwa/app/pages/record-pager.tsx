import { useNavigate } from '@tanstack/react-router';
import { Pager } from '#pwa/ui/pager.tsx';
import { neighboursOf } from './neighbours.ts';

interface RecordPagerProps {
  id: string | number;
  /** The ids of the list, in its order. */
  order: readonly (string | number)[];
  to: '/dashboard/applications/$id' | '/dashboard/contacts/$id';
}

/** Links to the previous and next record of a list; nothing if the record is not in the list. */
export function RecordPager({ id, order, to }: RecordPagerProps) {
  const navigate = useNavigate();
  const place = neighboursOf(order, id);
  if (!place) return null;

  // Replaces the history entry: Back returns to the list.
  const open = (other: string | number) => () =>
    void navigate({ to, params: { id: String(other) }, replace: true });
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
