import { useInsertionEffect, useRef } from 'react';

interface FocusHandlers {
  onCloseAutoFocus: (event: Event) => void;
}

/**
 * Returns the focus to the element that had it before a Radix dialog opened. Radix does so only for its
 * own Trigger; our dialogs are opened by state. If the opener is gone, its nearest ancestor still in the
 * page gets the focus. Spread the result on the dialog's Content.
 */
export function useReturnFocus(open: boolean): FocusHandlers {
  const around = useRef<HTMLElement[]>([]);
  // Before a field with `autoFocus` takes the focus, and after a window in its place that told of loading has
  // returned it: no other effect runs between.
  useInsertionEffect(() => {
    if (open) around.current = withAncestors(document.activeElement);
  }, [open]);
  return {
    onCloseAutoFocus: (event) => {
      event.preventDefault();
      const [opener] = around.current;
      const place = around.current.find((element) => element.isConnected);
      if (!place) return;
      if (place !== opener) place.tabIndex = -1;
      place.focus({ preventScroll: place !== opener });
    },
  };
}

/** An element and its ancestors, nearest first. */
function withAncestors(element: Element | null): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let one = element; one !== null && one !== document.body; one = one.parentElement) {
    if (one instanceof HTMLElement) found.push(one);
  }
  return found;
}
