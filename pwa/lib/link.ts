import { createStore } from 'zustand/vanilla';

export type Link = 'online' | 'offline';

interface LinkState {
  link: Link;
  /** When our server last answered anything, by `performance.now()`; before the first answer -1. */
  answeredAt: number;
}

/**
 * Whether our server can be reached. Only how requests end decides it: `navigator.onLine` is true
 * behind a captive portal and in a tunnel with a dead cell. The browser's `offline` event may set it
 * at once, for then nothing can pass; its `online` event proves nothing.
 */
export const link = createStore<LinkState>(() => ({
  link: typeof navigator !== 'undefined' && navigator.onLine === false ? 'offline' : 'online',
  answeredAt: -1,
}));

/** An answer of ours arrived, whatever it said. */
export function answered(): void {
  link.setState({ link: 'online', answeredAt: performance.now() });
}

/**
 * A request ended without an answer of ours. It says nothing about the link when another request
 * was answered after this one had begun.
 *
 * @param startedAt when the request began, by `performance.now()`
 */
export function unanswered(startedAt: number): void {
  if (link.getState().answeredAt < startedAt) cutOff();
  // Told in any case: an answer that broke off may have set cookies before.
  else link.setState({});
}

/** The browser says that there is no network at all. */
export function cutOff(): void {
  link.setState({ link: 'offline' });
}

/** True when the last thing known is that the server cannot be reached. */
export function isCutOff(): boolean {
  return link.getState().link === 'offline';
}
