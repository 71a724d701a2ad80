import { create } from 'zustand';
import type { ApplicationView } from '#pwa/features/applications/use-found-applications.ts';
import type { ContactView } from '#pwa/features/contacts/use-found-contacts.ts';
import type { Tab } from './dashboard-tab.ts';

/** How a person looks at each list; it stays so while the app is open. */
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

/** By user: what one person searched for is nothing to the next. */
const useViews = create<Record<number, Views>>(() => ({}));

/** How a user looks at a list. */
export function useListView<T extends keyof Views>(tab: T, userId: number): Views[T] {
  return useViews((views) => (views[userId] ?? START)[tab]);
}

/** Changes how a user looks at a list. */
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
 * What a list showed last while its read is under way: a list that is come back to stands there in
 * the first frame, at its old height, so that the scroll position can be restored.
 */
export function useLastSeen<Value>(key: string, value: Value | undefined): Value | undefined {
  if (value !== undefined) seen.set(key, value);
  // Each key is written by one list only, so what is kept under it has that list's shape.
  return value ?? (seen.get(key) as Value | undefined);
}

/** The ids of a list in the order in which a person saw it last, for the way to the next record. */
const useOrders = create<Record<string, readonly (string | number)[]>>(() => ({}));

/** Remembers the order in which a list is shown. */
export function rememberOrder(tab: Tab, userId: number, ids: readonly (string | number)[]): void {
  useOrders.setState({ [`${tab}:${userId}`]: ids });
}

/** The order in which a list was shown last; undefined when it was not shown yet. */
export function useOrder(tab: Tab, userId: number): readonly (string | number)[] | undefined {
  return useOrders((orders) => orders[`${tab}:${userId}`]);
}
