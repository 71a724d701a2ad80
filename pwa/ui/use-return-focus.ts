import { useRef } from 'react';

interface FocusHandlers {
  onOpenAutoFocus: () => void;
  onCloseAutoFocus: (event: Event) => void;
}

/**
 * Returns the focus to the element that had it before a Radix dialog opened. Radix does so only for its
 * own Trigger; our dialogs are opened by state. If the opener is gone, its nearest ancestor still in the
 * page gets the focus. Spread the result on the dialog's Content.
 */
export function useReturnFocus(): FocusHandlers {
  const around = useRef<HTMLElement[]>([]);
  return {
    onOpenAutoFocus: () => {
      around.current = withAncestors(document.activeElement);
    },
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
