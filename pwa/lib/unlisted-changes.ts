import { createStore } from 'zustand/vanilla';

/**
 * Counts the server's events without a new revision: something outside the lists has changed, such as
 * the accounts (contract/live.ts).
 */
export const pulse = createStore(() => ({ elsewhere: 0 }));

/** An event without a new revision has arrived. */
export function feltElsewhere(): void {
  pulse.setState(({ elsewhere }) => ({ elsewhere: elsewhere + 1 }));
}
