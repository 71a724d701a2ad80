import { createStore } from 'zustand/vanilla';

/**
 * True once another tab, of a newer version, has changed the database under this page. What is done
 * here is still kept and sent; a reload brings this page to the same version (fault 28).
 */
export const outdated = createStore<{ outdated: boolean }>(() => ({ outdated: false }));
