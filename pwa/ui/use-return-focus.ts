import { useRef } from 'react';

interface FocusHandlers {
  onOpenAutoFocus: () => void;
  onCloseAutoFocus: (event: Event) => void;
}

/**
 * Gives the focus back to what had it when a Radix dialog opened. Radix does that only for its own
 * Trigger, and our dialogs are opened by their owner's state. Spread the result on its Content.
 */
export function useReturnFocus(): FocusHandlers {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault();
      if (opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}
