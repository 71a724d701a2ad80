import { createStore } from 'zustand/vanilla';

/**
 * Another tab runs another version of the app. 'newer': it has upgraded the database; this page still
 * reads, but neither saves nor sends before it is reloaded. 'older': it holds the database open, which this
 * page must upgrade before it can show anything.
 */
export const otherVersion = createStore<{ tab: 'newer' | 'older' | null }>(() => ({ tab: null }));
