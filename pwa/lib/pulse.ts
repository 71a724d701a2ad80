import { createStore } from 'zustand/vanilla';

/**
 * Counts the server's events that told of nothing new in the lists: something that is not in them
 * has changed, such as the accounts (contract/live.ts).
 */
export const pulse = createStore(() => ({ elsewhere: 0 }));

/** The server said that something outside the lists has changed. */
export function feltElsewhere(): void {
  pulse.setState(({ elsewhere }) => ({ elsewhere: elsewhere + 1 }));
}
