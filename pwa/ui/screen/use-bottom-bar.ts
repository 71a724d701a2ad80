import { useLayoutEffect } from 'react';

/**
 * The bar at the bottom of a phone: the sections of the back office, or a page's own actions; at the bottom of a desk
 * the actions on selected rows; `asking` is a question above the bar.
 */
export type BottomBar = 'sections' | 'actions' | 'selecting' | 'asking';

/** How many bars of each kind are on the page. */
const shown = { sections: 0, actions: 0, selecting: 0, asking: 0 };

/**
 * Marks the document with the name of the bar, as in `data-sections`, while a bar is on the page: floating elements
 * stay above it, and actions hide the sections. Styles ask the document, not `:has()`: with it every element
 * that came or went made the browser compute the styles of 70 others.
 */
export function useBottomBar(bar: BottomBar): void {
  useLayoutEffect(() => {
    const show = (change: 1 | -1) => {
      shown[bar] += change;
      document.documentElement.toggleAttribute(`data-${bar}`, shown[bar] > 0);
    };
    show(1);
    return () => show(-1);
  }, [bar]);
}
