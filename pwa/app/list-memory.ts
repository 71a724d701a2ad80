import { create } from 'zustand';
import type { ApplicationView } from '#pwa/features/applications/application-definition.tsx';
import type { ContactView } from '#pwa/features/contacts/contact-definition.ts';
import type { Tab } from './dashboard-tab.ts';

/** Search, filter and order of each list, kept while the app is open. */
interface Views {
  applications: ApplicationView;
  contacts: ContactView;
  search: { query: string };
}

const START: Views = {
  applications: { query: '', filter: 'all', sort: 'updated' },
  contacts: { query: '', filter: 'all', sort: 'received' },
  search: { query: '' },
};

/** By user id: the next user of this device must not see the search. */
const useViews = create<Record<number, Views>>(() => ({}));

/** A user's search, filter and order of a list. */
export function useListView<T extends keyof Views>(tab: T, userId: number): Views[T] {
  return useViews((views) => (views[userId] ?? START)[tab]);
}

/** Changes a user's search, filter or order of a list. */
export function setListView<T extends keyof Views>(
  tab: T,
  userId: number,
  change: Partial<Views[T]>,
): void {
  useViews.setState((all) => {
    const views = all[userId] ?? START;
    return { [userId]: { ...views, [tab]: { ...views[tab], ...change } } };
  });
}

const seen = new Map<string, unknown>();

/**
 * The value, or the last one under this key while it is loading. A list that is opened again has its
 * old height in the first frame: the scroll position can be restored.
 */
export function useLastSeen<Value>(key: string, value: Value | undefined): Value | undefined {
  if (value !== undefined) seen.set(key, value);
  // Each key is written by one list only: its value has that list's shape.
  return value ?? (seen.get(key) as Value | undefined);
}

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
