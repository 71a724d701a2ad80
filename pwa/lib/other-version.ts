import { createStore } from 'zustand/vanilla';

/**
 * What a tab of another version means for this page. 'newer': that one has changed the
 * database under this page; what is done here is still kept and sent, and a reload brings this page
 * to the same version. 'older': that one does not let go of the database, which this page has to
 * change before it can show anything.
 */
export const otherVersion = createStore<{ tab: 'newer' | 'older' | null }>(() => ({ tab: null }));
