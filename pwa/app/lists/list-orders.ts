import { useEffect, useMemo } from 'react';
import { create } from 'zustand';
import type { Tab } from './dashboard-tab.ts';

/** The ids of each list in the order of its last rendering, for the pager of a record. */
const useOrders = create<Record<string, readonly (string | number)[]>>(() => ({}));

/**
 * Stores the order in which a list is shown: the pager of a record follows it.
 *
 * @param isWhole whether all rows of the list are there; another order is not kept
 */
export function useRememberedOrder<Row>(
  tab: Tab,
  userId: number,
  rows: readonly Row[],
  idOf: (row: Row) => string | number,
  isWhole: boolean,
): void {
  const ids = useMemo(() => rows.map(idOf), [rows, idOf]);
  useEffect(() => {
    if (isWhole) useOrders.setState({ [`${tab}:${userId}`]: ids });
  }, [tab, userId, ids, isWhole]);
}

/** The order in which a list was last shown; undefined if it was not shown yet. */
export function useOrder(tab: Tab, userId: number): readonly (string | number)[] | undefined {
  return useOrders((orders) => orders[`${tab}:${userId}`]);
}
