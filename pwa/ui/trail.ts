import type { RouterHistory } from '@tanstack/react-router';

/** The addresses of this page's entries in the browser's history, by their index. */
const trail = new Map<number, string>();

/** Notes each address that this page opens. */
export function followTrail(history: RouterHistory): void {
  const note = ({ state, href }: RouterHistory['location']) => trail.set(state.__TSR_index, href);
  note(history.location);
  history.subscribe(({ location }) => note(location));
}

/** The address of the entry before the open one; undefined if another document has it, or none. */
export function addressBefore(history: RouterHistory): string | undefined {
  return trail.get(history.location.state.__TSR_index - 1);
}
