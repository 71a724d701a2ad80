import type { RouterHistory } from '@tanstack/react-router';

/** The addresses of this page's entries in the browser's history, by their index. */
const trail = new Map<number, string>();

/** Notes each address that this page opens. */
export function followTrail(history: RouterHistory): void {
  const note = ({ state, href }: RouterHistory['location']) => trail.set(state.__TSR_index, href);
  note(history.location);
  history.subscribe(({ location }) => note(location));
}

/** Whether the entry before the open one has this address: going back there keeps its scroll position. */
export function isBefore(history: RouterHistory, href: string | undefined): boolean {
  return trail.get(history.location.state.__TSR_index - 1) === href;
}
