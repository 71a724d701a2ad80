import { useEffect, useMemo } from 'react';
import { create } from 'zustand';
import { shallow } from 'zustand/shallow';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { type SteadyRows, steadyRows } from '#pwa/records/steady-rows.ts';
import { TABS, type Tab, tabOf } from './dashboard-tab.ts';

type Id = string | number;

/** The order in which a list is shown. */
interface Order {
  /** Search, filter and sort that made it: another view makes another order. */
  view: object;
  places: readonly Id[];
  /** The shown rows, in their order: the pager of a record follows it. */
  ids: readonly Id[];
  /** The person works with the rows, which keep their places from then on. */
  isTouched: boolean;
}

const useOrders = create<Record<string, Order | undefined>>(() => ({}));

const NOTHING: Order = { view: {}, places: [], ids: [], isTouched: false };

/** Acts after which a person has a row in view. */
const TOUCHES = ['pointerdown', 'keydown', 'wheel'] as const;

interface SteadyList<Row> extends SteadyRows<Row> {
  /** Sorts anew, and shows the rows that came. */
  settle: () => void;
}

/**
 * The rows of a list as they are shown. They follow the list until a person touches the page. From then on they keep
 * their places until the view changes, `settle` is called, or the list and its records are left (`useListLeft`).
 *
 * @param all all records; undefined until all of them are there, until then the list is followed
 */
export function useSteadyRows<Row>(
  tab: Tab,
  view: object,
  found: readonly Row[],
  all: readonly Row[] | undefined,
  idOf: (row: Row) => Id,
): SteadyList<Row> {
  const { userId } = useMirror();
  const key = keyOf(tab, userId);
  const order = useOrders((orders) => orders[key]);
  const steadyAt = all && order?.isTouched && order.view === view ? order.places : null;
  const steady = useMemo(
    () =>
      steadyAt && all ? steadyRows(steadyAt, found, all, idOf) : { rows: found, moved: 0, came: 0 },
    [steadyAt, found, all, idOf],
  );
  const isWhole = all !== undefined;
  const { rows } = steady;
  useEffect(() => {
    const ids = rows.map(idOf);
    const change = steadyAt ? { ids } : { view, ids, places: ids, isTouched: false };
    if (isWhole) changeOrder(key, change);
  }, [key, view, rows, idOf, steadyAt, isWhole]);

  useEffect(() => {
    function touch({ target }: Event): void {
      // An Undo in a toast is no work in the list, which shows the row again.
      const isHere =
        target instanceof Element && (target.closest('main') || target.matches('body'));
      if (isHere) changeOrder(key, { isTouched: true });
    }
    for (const type of TOUCHES) window.addEventListener(type, touch, { passive: true });
    return () => {
      for (const type of TOUCHES) window.removeEventListener(type, touch);
    };
  }, [key]);

  return { ...steady, settle: () => changeOrder(key, { isTouched: false }) };
}

function changeOrder(key: string, change: Partial<Order>): void {
  const order = useOrders.getState()[key] ?? NOTHING;
  const next = { ...order, ...change };
  if (!shallow(order, next)) useOrders.setState({ [key]: next });
}

/** Forgets the orders of all lists but the open one, unless a record is open: its list is still in use. */
export function useListLeft(): void {
  const { userId } = useMirror();
  useEffect(
    () => () => {
      const { pathname, search } = location;
      if (RECORDS.test(pathname)) return;
      const { tab = TABS[0] } = tabOf(Object.fromEntries(new URLSearchParams(search)));
      const open = keyOf(tab, userId);
      const orders = useOrders.getState();
      useOrders.setState(pathname === APP_PATHS.dashboard ? { [open]: orders[open] } : {}, true);
    },
    [userId],
  );
}

/** The addresses of records, and of their forms. */
const RECORDS = /^\/dashboard\/(applications|contacts)\/(?!new\b)/;

/** The order in which a list was last shown; undefined if it was not shown yet. */
export function useOrder(tab: Tab, userId: number): readonly Id[] | undefined {
  return useOrders((orders) => orders[keyOf(tab, userId)]?.ids);
}

function keyOf(tab: Tab, userId: number): string {
  return `${tab}:${userId}`;
}
