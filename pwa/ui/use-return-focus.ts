import { useRef } from 'react';

interface FocusHandlers {
  onOpenAutoFocus: () => void;
  onCloseAutoFocus: (event: Event) => void;
}

/**
 * Gives the focus back to what had it when a Radix dialog opened. Radix does that only for its own
 * Trigger, and our dialogs are opened by their owner's state. Where what was decided took the opener
 * away, the nearest part of the page around it that still stands has the focus, so that a keyboard goes
 * on from there. Spread the result on its Content.
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

/** An element and what it stands in, the nearest first. */
function withAncestors(element: Element | null): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let one = element; one !== null && one !== document.body; one = one.parentElement) {
    if (one instanceof HTMLElement) found.push(one);
  }
  return found;
}
