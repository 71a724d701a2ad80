import type { KeyboardEvent } from 'react';

/**
 * The `onKeyDown` of a Radix window: Escape closes it also while a toast is on the screen. A toast that
 * came later is Radix's topmost layer, which takes the key from the window without preventing its default.
 */
export function escapeCloses(close: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    close();
  };
}
