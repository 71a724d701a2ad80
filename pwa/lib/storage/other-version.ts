import { createStore } from 'zustand/vanilla';

/**
 * Another tab runs another version of the app. 'newer': it has upgraded the database; this page still
 * reads, but neither saves nor sends before it is reloaded. 'older': it holds the database open, which this
 * page must upgrade before it can show anything. 'silent': the database does not open and the browser
 * gives no reason; another page may hold it. 'refused': the browser refuses it to this site.
 */
export const otherVersion = createStore<{ tab: 'newer' | 'older' | 'silent' | 'refused' | null }>(
  () => ({
    tab: null,
  }),
);
