import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import styles from '#pwa/records/pager.module.css';
import type { RecordDefinition } from '#pwa/records/record-definition.ts';
import { useFound } from '#pwa/records/use-found.ts';
import { IconButton } from '#pwa/ui/icons/icon-button.tsx';
import { chevronLeftIcon, chevronRightIcon } from '#pwa/ui/icons/icons.ts';
import { useOrder } from './list-orders.ts';
import type { OfficeList } from './office-list.ts';

interface RecordPagerProps<
  Row,
  Id extends string | number,
  Filter extends string,
  Sort extends string,
> {
  list: OfficeList<Row, Id, Filter, Sort>;
  id: Id;
}

/** Links to the records before and after this one, in the list as it was or would be shown. */
export function RecordPager<
  Row,
  Id extends string | number,
  Filter extends string,
  Sort extends string,
>(props: RecordPagerProps<Row, Id, Filter, Sort>) {
  const { userId } = useMirror();
  // Each list remembers ids of its own kind.
  const order = useOrder(props.list.tab, userId) as readonly Id[] | undefined;
  return order ? (
    <InOrder linkTo={props.list.definition.linkTo} id={props.id} order={order} isWhole />
  ) : (
    <InUnseenList {...props} />
  );
}

/** The record was opened by its address: the order is that of the list, which fills meanwhile. */
function InUnseenList<Row, Id extends string | number, Filter extends string, Sort extends string>(
  props: RecordPagerProps<Row, Id, Filter, Sort>,
) {
  const { definition, useAll, view } = props.list;
  const all = useAll(true);
  const found = useFound(definition, all?.rows ?? NONE, view);
  const order = useMemo(() => found.rows.map(definition.idOf), [found, definition]);
  const isWhole = all?.firstPull.isWhole === true;
  return <InOrder linkTo={definition.linkTo} id={props.id} order={order} isWhole={isWhole} />;
}

const NONE: never[] = [];

interface InOrderProps<Id extends string | number>
  extends Pick<RecordDefinition<never, Id, never, never>, 'linkTo'> {
  id: Id;
  order: readonly Id[];
  /** Whether the order has all records. */
  isWhole: boolean;
}

function InOrder<Id extends string | number>({ linkTo, id, order, isWhole }: InOrderProps<Id>) {
  const navigate = useNavigate();
  const place = neighboursOf(order, id);
  if (!place) return null;

  // Replaces the history entry: Back returns to the list.
  const open = (other: Id) => () => void navigate({ ...linkTo(other), replace: true });
  const { at, of, previous, next } = place;
  return (
    <Pager
      at={at}
      of={isWhole ? of : undefined}
      onPrevious={previous === undefined ? undefined : open(previous)}
      onNext={next === undefined ? undefined : open(next)}
    />
  );
}

/** The place of a record in a list, from 1, and its neighbours; null if the list does not have it. */
function neighboursOf<Id>(
  order: readonly Id[],
  id: Id,
): { at: number; of: number; previous: Id | undefined; next: Id | undefined } | null {
  const index = order.indexOf(id);
  if (index < 0) return null;
  return { at: index + 1, of: order.length, previous: order[index - 1], next: order[index + 1] };
}

interface PagerProps {
  /** The place of the open record, counted from 1, and the total; undefined if that is not known. */
  at: number;
  of: number | undefined;
  /** Opens a neighbour; undefined at either end. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** Buttons to the previous and next record, also by key. */
function Pager({ at, of, onPrevious, onNext }: PagerProps) {
  const { t } = useText();

  return (
    <nav className={styles.pager} aria-label={t('pager.label')}>
      <IconButton
        icon={chevronLeftIcon}
        label={t('pager.previous')}
        aria-keyshortcuts="ArrowLeft K"
        disabled={!onPrevious}
        onClick={onPrevious}
      />
      <span className={styles.place}>{of !== undefined && t('pager.place', { at, of })}</span>
      <IconButton
        icon={chevronRightIcon}
        label={t('pager.next')}
        aria-keyshortcuts="ArrowRight J"
        disabled={!onNext}
        onClick={onNext}
      />
    </nav>
  );
}
