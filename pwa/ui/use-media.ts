import { useCallback, useSyncExternalStore } from 'react';

/** From here on lists are tables. */
export const WIDE = '(min-width: 48rem)';
/** From here on sections stand beside the page and a record has a side panel; below, a thumb rules. */
export const ROOMY = '(min-width: 64rem)';

/** Follows a media query, for where two layouts are two different elements and CSS is not enough. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}
