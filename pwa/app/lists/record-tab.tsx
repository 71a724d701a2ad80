import { type ReactNode, useEffect, useState } from 'react';
import {
  FilterChip,
  LazyActiveFilters,
  LazyFilterSheet,
} from '#pwa/features/views/filter-chip.tsx';
import { ViewChips, wholeOf } from '#pwa/features/views/view-chips.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import { EVERYWHERE } from '#pwa/lib/text/where.ts';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';
import type { ColumnsSheetProps } from '#pwa/records/columns-sheet.tsx';
import { RecordTools } from '#pwa/records/record-tools.tsx';
import { Records } from '#pwa/records/records.tsx';
import { SortAnew } from '#pwa/records/sort-anew.tsx';
import { useFound } from '#pwa/records/use-found.ts';
import { useSelection } from '#pwa/records/use-selection.ts';
import type { Refresh } from '#pwa/sync/pull/use-refresh-on-entry.ts';
import { useEngine } from '#pwa/sync/sync-provider.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { IconButton } from '#pwa/ui/icons/icon-button.tsx';
import { columnsIcon } from '#pwa/ui/icons/icons.ts';
import { lazyExtra, lazyWindow } from '#pwa/ui/lazy.tsx';
import { useMedia, WIDE } from '#pwa/ui/screen/use-media.ts';
import { useListLeft, useSteadyRows } from './list-orders.ts';
import { ListState } from './list-state.tsx';
import { NothingFound } from './nothing-found.tsx';
import type { OfficeList } from './office-list.ts';
import { useListRows } from './use-list-rows.ts';

interface RecordTabProps<
  Row,
  Id extends string | number,
  Filter extends string,
  Sort extends string,
> {
  list: OfficeList<Row, Id, Filter, Sort>;
  refresh: Refresh;
  /** Stands beside the search. */
  action?: ReactNode;
  /** Gestures on the rows, while none are being selected. */
  gestures?: (rows: readonly Row[]) => ReactNode;
  /** What saves all that the list shows as a file; null until all are here. */
  exportOf: (rows: readonly Row[] | null) => ReactNode;
  /** What can be done to the selected records; it calls `onDone` when all are changed. */
  bulkActions: (chosen: readonly Row[], onDone: () => void) => ReactNode;
}

/** A list of the dashboard: search, filters, order, selection, and its rows or why there are none. */
export function RecordTab<
  Row,
  Id extends string | number,
  Filter extends string,
  Sort extends string,
>({
  list,
  refresh,
  action,
  gestures,
  exportOf,
  bulkActions,
}: RecordTabProps<Row, Id, Filter, Sort>) {
  const { tab, definition, look, view, onView } = list;
  const { t } = useText();
  const engine = useEngine();
  useEffect(() => engine?.refreshViews(), [engine]);
  const { rows, firstPull } = useListRows(list);
  const total = rows?.length;
  const found = useFound(definition, rows ?? NONE, view);
  const isWhole = firstPull?.isWhole === true;
  const { idOf } = definition;
  const known = rows ?? NONE;
  const steady = useSteadyRows({ tab, view, found: found.rows, known, isWhole, idOf });
  useListLeft();
  const { selection, chosen } = useSelection(steady.rows, idOf);
  const isPaused = useIsOffline() || refresh.failure !== null;
  const [isFiltering, setFiltering] = useState(false);

  function chooseOrder(wanted: string): void {
    const sort = definition.sorts.find(({ value }) => value === wanted);
    if (sort) onView({ sort: sort.value });
  }

  return (
    <>
      <RecordTools
        definition={definition}
        view={view}
        found={found}
        of={steady.rows.length}
        moved={<SortAnew {...steady} />}
        total={isWhole ? total : undefined}
        progress={
          firstPull?.isWhole === false &&
          total !== undefined &&
          total > 0 && <LoadProgress done={total} of={firstPull.of} isPaused={isPaused} />
        }
        selection={selection}
        chosen={chosen.length}
        action={action}
        chips={<ViewChips list={tab} definition={definition} view={view} onView={onView} />}
        filter={<FilterChip where={view.where} onOpen={() => setFiltering(true)} />}
        columns={
          <>
            <ColumnChoice list={look.list} columns={look.columns} />
            {!selection.active && exportOf(isWhole ? found.rows : null)}
          </>
        }
        onChange={onView}
      />
      {view.where !== EVERYWHERE && <LazyActiveFilters {...list} rows={rows ?? NONE} />}
      {isFiltering && (
        <LazyFilterSheet
          {...list}
          rows={rows ?? NONE}
          shown={found.rows.length}
          onClose={() => setFiltering(false)}
        />
      )}
      {selection.active ? bulkActions(chosen, selection.end) : gestures?.(steady.rows)}
      <ListState
        refresh={refresh}
        total={total}
        isWhole={isWhole}
        empty={
          <EmptyState icon={definition.emptyIcon} title={t(definition.texts.emptyTitle)}>
            {t(definition.texts.emptyText)}
          </EmptyState>
        }
      >
        {steady.rows.length > 0 ? (
          <Records
            definition={definition}
            look={look}
            rows={steady.rows}
            filter={view.filter}
            order={{ sort: view.sort, choose: chooseOrder }}
            lineOf={found.lineOf}
            selection={selection}
          />
        ) : (
          <NothingFound
            tab={tab}
            isWhole={isWhole}
            hasAllNotes={found.hasAllNotes}
            query={view.query}
            onReset={() => onView({ query: '', ...wholeOf(list) })}
          />
        )}
      </ListState>
    </>
  );
}

const NONE: never[] = [];

// Only the first load of a list shows it.
const LoadProgress = lazyExtra(() => import('./load-progress.tsx'), 'LoadProgress');

const ColumnsSheet = lazyWindow(() => import('#pwa/records/columns-sheet.tsx'), 'ColumnsSheet');

/** Opens the choice of a table's columns; narrow windows have no table. */
function ColumnChoice(props: Omit<ColumnsSheetProps, 'onClose'>) {
  const { t } = useText();
  const wide = useMedia(WIDE);
  const [isOpen, setOpen] = useState(false);
  if (!wide) return null;
  return (
    <>
      <IconButton icon={columnsIcon} label={t('list.columns')} onClick={() => setOpen(true)} />
      {isOpen && <ColumnsSheet {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
