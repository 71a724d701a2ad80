import { useEffect, useMemo } from 'react';
import { create } from 'zustand';
import { shallow } from 'zustand/shallow';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { joinedPlaces, type SteadyRows, steadyRows } from '#pwa/records/steady-rows.ts';
import { TABS, type Tab, tabOf } from './dashboard-tab.ts';

type Id = string | number;

/** The order in which a list is shown. */
interface Order {
  /** Search, filter and sort that made it: another view makes another order. */
  view: object;
  places: readonly Id[];
  /** All records were read when the places were given. */
  isWhole: boolean;
  /** The shown rows, in their order: the pager of a record follows it. */
  ids: readonly Id[];
  /** The person works with the rows, which keep their places from then on. */
  isTouched: boolean;
}

const useOrders = create<Record<string, Order | undefined>>(() => ({}));

const NOTHING: Order = { view: {}, places: [], isWhole: false, ids: [], isTouched: false };

/** Acts after which a person has a row in view. */
const TOUCHES = ['pointerdown', 'keydown', 'wheel'] as const;

interface SteadyList<Row> extends SteadyRows<Row> {
  /** Sorts anew, and shows the rows that came. */
  settle: () => void;
}

interface ListedRows<Row> {
  tab: Tab;
  view: object;
  /** The rows that the view shows, in its own order. */
  found: readonly Row[];
  /** The records that are read so far, also what the view leaves out. */
  known: readonly Row[];
  /** All records are read. */
  isWhole: boolean;
  idOf: (row: Row) => Id;
}

/**
 * The rows of a list as they are shown. They follow the list until a person touches the page. From then on they keep
 * their places until the view changes, `settle` is called, or the list and its records are left (`useListLeft`).
 * Records that are only now read take places of their own between them.
 */
export function useSteadyRows<Row>(listed: ListedRows<Row>): SteadyList<Row> {
  const { tab, view, found, known, isWhole, idOf } = listed;
  const { userId } = useMirror();
  const key = keyOf(tab, userId);
  const order = useOrders((orders) => orders[key]);
  const isHeld = order?.isTouched === true && order.view === view;
  const held = isHeld ? order.places : null;
  const isJoining = isHeld && !order.isWhole;
  const steady = useMemo(() => {
    if (!held) return { places: found.map(idOf), rows: found, moved: 0, came: 0 };
    const places = isJoining ? joinedPlaces(held, found.map(idOf)) : held;
    return { places, ...steadyRows(places, found, known, idOf) };
  }, [held, isJoining, found, known, idOf]);
  const { places, rows } = steady;
  useEffect(() => {
    const before = useOrders.getState()[key];
    const isTouched = before?.view === view && before.isTouched;
    changeOrder(key, { view, places, isWhole, ids: rows.map(idOf), isTouched });
  }, [key, view, places, isWhole, rows, idOf]);

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
