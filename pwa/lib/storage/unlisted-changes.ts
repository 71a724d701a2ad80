import { createStore } from 'zustand/vanilla';

/**
 * Counts the server's events without a new revision: something that is in no list has changed, such as
 * the accounts (contract/live.ts).
 */
export const unlistedChanges = createStore(() => ({ count: 0 }));

/** An event without a new revision has arrived. */
export function countUnlistedChange(): void {
  unlistedChanges.setState(({ count }) => ({ count: count + 1 }));
}
