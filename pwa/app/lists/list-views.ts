import { create } from 'zustand';
import type { ApplicationView } from '#pwa/features/applications/application-definition.tsx';
import type { ContactView } from '#pwa/features/contacts/contact-definition.ts';
import { EVERYWHERE } from '#pwa/lib/text/where.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { showColumnsOf } from '#pwa/records/columns-store.ts';
import type { Tab } from './dashboard-tab.ts';

/** Search, filter and order of each list, kept while the app is open. */
interface Views {
  applications: ApplicationView;
  contacts: ContactView;
}

const WHOLE = { query: '', where: EVERYWHERE, saved: null };
const START: Views = {
  applications: { ...WHOLE, filter: 'all', sort: 'updated' },
  contacts: { ...WHOLE, filter: 'all', sort: 'received' },
};

/** By user id: the next user of this device must not see the search. */
const useViews = create<Record<number, Views>>(() => ({}));

/** A user's search, filter and order of a list. */
export function useListView<T extends keyof Views>(tab: T, userId: number): Views[T] {
  return useViews((views) => (views[userId] ?? START)[tab]);
}

/** The signed-in user's search, filter and order of a list, and what changes them. */
export function useOwnView<T extends Tab>(tab: T) {
  const { userId } = useMirror();
  return {
    tab,
    view: useListView(tab, userId),
    onView: (change: Partial<Views[T]>) => setListView(tab, userId, change),
  };
}

/** Changes a user's search, filter or order of a list. Its columns come and go with its saved view. */
export function setListView<T extends keyof Views>(
  tab: T,
  userId: number,
  change: Partial<Views[T]>,
): void {
  if (change.saved !== undefined) showColumnsOf(tab, change.columns ?? null);
  useViews.setState((all) => {
    const views = all[userId] ?? START;
    return { [userId]: { ...views, [tab]: { ...views[tab], ...change } } };
  });
}
