import { type RefObject, useEffect, useRef } from 'react';

/**
 * An element that comes into view, above a toast, when what it tells of the form is new. Its style leaves
 * room for the toast.
 *
 * @param news changes with each news; nothing moves for false, null or 0
 */
export function useIntoView(
  news: string | number | boolean | null,
): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const top = element.current?.getBoundingClientRect().top ?? 0;
    // Not from somewhere else on the page.
    if (news && top > 0 && top < 1.5 * innerHeight) {
      element.current?.scrollIntoView({ block: 'nearest' });
    }
  }, [news]);
  return element;
}
