import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { wholeOf } from '#pwa/features/views/view-chips.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Records } from '#pwa/records/records.tsx';
import { SortAnew } from '#pwa/records/sort-anew.tsx';
import { useFound } from '#pwa/records/use-found.ts';
import { Button } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { SearchBox } from '#pwa/ui/fields/search-box.tsx';
import { closeIcon } from '#pwa/ui/icons/site-icons.ts';
import { SPLIT, useMedia } from '#pwa/ui/screen/use-media.ts';
import { SkeletonRows } from '#pwa/ui/skeleton.tsx';
import { useListLeft, useSteadyRows } from './list-orders.ts';
import { NothingFound } from './nothing-found.tsx';
import { BESIDE, type OfficeList } from './office-list.ts';
import { useListRows } from './use-list-rows.ts';
import styles from './with-list.module.css';

interface SideListProps<
  Row,
  Id extends string | number,
  Filter extends string,
  Sort extends string,
> {
  list: OfficeList<Row, Id, Filter, Sort>;
  /** The open record. */
  id: Id;
}

interface WithListProps<Row, Id extends string | number, Filter extends string, Sort extends string>
  extends SideListProps<Row, Id, Filter, Sort> {
  children: ReactNode;
}

/** A record; on a wide screen with its list beside it. */
export function WithList<
  Row,
  Id extends string | number,
  Filter extends string,
  Sort extends string,
>({ children, ...props }: WithListProps<Row, Id, Filter, Sort>) {
  const isSplit = useMedia(SPLIT);
  useListLeft();
  return (
    <div className={classNames(isSplit && styles.split)}>
      {isSplit && <SideList {...props} />}
      <div className={classNames(isSplit && styles.record)}>{children}</div>
    </div>
  );
}

/** The list in a column that scrolls by itself: its search and filter, and its rows in an order that stays. */
function SideList<Row, Id extends string | number, Filter extends string, Sort extends string>({
  list,
  id,
}: SideListProps<Row, Id, Filter, Sort>) {
  const { tab, definition, look, view, onView } = list;
  const { t } = useText();
  const { idOf, texts, filters } = definition;
  const { rows: all, firstPull } = useListRows(list);
  const found = useFound(definition, all ?? NONE, view);
  const isWhole = firstPull?.isWhole === true;
  const known = all ?? NONE;
  const listed = { tab, view, found: found.rows, known, isWhole, idOf };
  const { rows, ...steady } = useSteadyRows(listed);
  const at = rows.findIndex((row) => idOf(row) === id);
  const place = useRowInSight(at);
  const [whole] = filters;
  const filter = filters.find(({ value }) => value === view.filter);
  const isFiltered = Object.keys(view.where).length > 0;
  const label = filter && filter !== whole ? filter.label : isFiltered && 'views.filter';

  return (
    <aside className={styles.list} aria-label={t(texts.title)}>
      <div className={styles.tools}>
        <div className={styles.line}>
          <SearchBox
            label={t(texts.search)}
            value={view.query}
            onChange={(query) => onView({ query })}
          />
          <SortAnew {...steady} />
        </div>
        {label && (
          <Button
            variant="quiet"
            icon={closeIcon}
            className={styles.filter}
            aria-label={`${t(label)}: ${t('list.showAll')}`}
            onClick={() => onView(wholeOf(list))}
          >
            {t(label)}
          </Button>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <div ref={place} className={styles.rows} tabIndex={0} data-scroll-restoration-id={BESIDE}>
        {rows.length > 0 && (
          <Records
            definition={definition}
            look={look}
            rows={rows}
            filter={view.filter}
            lineOf={found.lineOf}
            isBeside
          />
        )}
        {rows.length === 0 && !isWhole && <SkeletonRows />}
        {rows.length === 0 && isWhole && (
          <NothingFound
            tab={list.tab}
            isWhole
            hasAllNotes={found.hasAllNotes}
            query={view.query}
            onReset={() => onView({ query: '', ...wholeOf(list) })}
          />
        )}
      </div>
    </aside>
  );
}

const NONE: never[] = [];

/** Scrolls the open record's row into sight, e.g. after a step to the next one. */
function useRowInSight(at: number) {
  const place = useRef<HTMLDivElement>(null);
  const router = useRouter();
  useLayoutEffect(() => {
    function show(): void {
      const scroller = place.current;
      const row = scroller?.querySelector('[data-row]');
      if (!scroller || !row || at < 0) return;
      const { height } = row.getBoundingClientRect();
      const top = at * height;
      const isInSight =
        top >= scroller.scrollTop && top + height <= scroller.scrollTop + scroller.clientHeight;
      if (!isInSight) scroller.scrollTop = top - (scroller.clientHeight - height) / 2;
    }
    show();
    // Once more when the router has scrolled the list back to where it was before the step.
    return router.subscribe('onRendered', show);
  }, [at, router]);
  return place;
}
