import { useCallback, useSyncExternalStore } from 'react';

/** From this width on lists are tables. */
export const WIDE = '(min-width: 48rem)';
/** From this width on the navigation is at the side and a record has a side panel. */
export const ROOMY = '(min-width: 64rem)';
/** From this width on an open record has its list beside it. */
export const SPLIT = '(min-width: 75rem)';
/** From this width on a table has room for each of its columns; below, some of them stand under others. */
export const DENSE = '(min-width: 80rem)';
/** From this width on a table has room for long words. */
export const AMPLE = '(min-width: 100rem)';

let isPrinted = false;

/** Whether the page goes to paper: the browser counts its pages as soon as `beforeprint` has been heard. */
export function useIsPrinted(): boolean {
  return useSyncExternalStore(
    followPrint,
    () => isPrinted,
    () => false,
  );
}

function followPrint(changed: () => void): () => void {
  const note = ({ type }: Event) => {
    isPrinted = type === 'beforeprint';
    changed();
  };
  addEventListener('beforeprint', note);
  addEventListener('afterprint', note);
  return () => {
    removeEventListener('beforeprint', note);
    removeEventListener('afterprint', note);
  };
}

/** Follows a media query, for layouts with different elements, where CSS is not enough. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = matchMedia(query);
      // The width of paper changes no elements: its pages are counted by then.
      const change = () => matchMedia('print').matches || changed();
      media.addEventListener('change', change);
      return () => media.removeEventListener('change', change);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}
