import { createStore } from 'zustand/vanilla';

interface ConnectionState {
  isOffline: boolean;
  /** When our server last answered anything, by `performance.now()`; -1 before the first answer. */
  answeredAt: number;
}

/**
 * Whether our server can be reached. Only the outcome of requests decides: `navigator.onLine` is true
 * behind a captive portal and in a tunnel with a dead cell. The browser's `offline` event counts at
 * once, because nothing can pass then; its `online` event proves nothing.
 */
export const connection = createStore<ConnectionState>(() => ({
  isOffline: typeof navigator !== 'undefined' && navigator.onLine === false,
  answeredAt: -1,
}));

/** Our server answered, whatever it said. */
export function markAnswered(): void {
  connection.setState({ isOffline: false, answeredAt: performance.now() });
}

/**
 * A request ended without an answer of our server. It says nothing about the connection if another
 * request was answered after this one had begun.
 *
 * @param startedAt when the request began, by `performance.now()`
 */
export function markUnanswered(startedAt: number): void {
  if (connection.getState().answeredAt < startedAt) markOffline();
  // Subscribers hear of it in any case: an answer that broke off may have set cookies.
  else connection.setState({});
}

/** The browser reports that there is no network. */
export function markOffline(): void {
  connection.setState({ isOffline: true });
}

/** True if the last request, or the browser, found that the server cannot be reached. */
export function isOffline(): boolean {
  return connection.getState().isOffline;
}
