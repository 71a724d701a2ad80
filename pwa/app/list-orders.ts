import { create } from 'zustand';
import type { Tab } from './dashboard-tab.ts';

/** The ids of each list in the order of its last rendering, for the pager of a record. */
const useOrders = create<Record<string, readonly (string | number)[]>>(() => ({}));

/** Stores the order in which a list is shown. */
export function rememberOrder(tab: Tab, userId: number, ids: readonly (string | number)[]): void {
  useOrders.setState({ [`${tab}:${userId}`]: ids });
}

/** The order in which a list was last shown; undefined if it was not shown yet. */
export function useOrder(tab: Tab, userId: number): readonly (string | number)[] | undefined {
  return useOrders((orders) => orders[`${tab}:${userId}`]);
}
