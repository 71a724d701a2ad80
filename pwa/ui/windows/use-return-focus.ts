import { type RefObject, useInsertionEffect, useRef } from 'react';

interface FocusHandlers {
  onCloseAutoFocus: (event: Event) => void;
}

/** Where the focus was before each open window, the newest last. */
const windows: RefObject<HTMLElement[]>[] = [];

/**
 * Returns the focus to the element that had it before a Radix dialog opened. Radix does so only for its
 * own Trigger; our dialogs are opened by state. If the opener is gone, its nearest ancestor still in the
 * page gets the focus. A window that has taken the place of this one keeps the focus, and returns it later.
 * Spread the result on the dialog's Content.
 */
export function useReturnFocus(open: boolean): FocusHandlers {
  const around = useRef<HTMLElement[]>([]);
  // Before a field with `autoFocus` takes the focus, and after a window in its place that told of loading has
  // returned it: no other effect runs between.
  useInsertionEffect(() => {
    if (!open) return;
    around.current = withAncestors(document.activeElement);
    windows.push(around);
    return () => void windows.splice(windows.indexOf(around), 1);
  }, [open]);
  return {
    onCloseAutoFocus: (event) => {
      event.preventDefault();
      const next = windows.at(-1);
      if (next && next !== around && !placeIn(next)) {
        next.current = around.current;
        return;
      }
      const [opener] = around.current;
      const place = placeIn(around);
      if (!place) return;
      if (place !== opener) place.tabIndex = -1;
      place.focus({ preventScroll: place !== opener });
    },
  };
}

function placeIn({ current }: RefObject<HTMLElement[]>): HTMLElement | undefined {
  return current.find((element) => element.isConnected);
}

/** An element and its ancestors, nearest first. */
function withAncestors(element: Element | null): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let one = element; one !== null && one !== document.body; one = one.parentElement) {
    if (one instanceof HTMLElement) found.push(one);
  }
  return found;
}
