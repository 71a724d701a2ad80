import { type RefObject, useEffect, useRef } from 'react';

/**
 * An element that comes into view, above a toast, when what it tells of the form is new: while any part of the
 * form's section is on the screen. Its style leaves room for the toast.
 *
 * @param news changes with each news; nothing moves for false, null or 0
 */
export function useIntoView(
  news: string | number | boolean | null,
): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = element;
    const section = current?.closest('section, main')?.getBoundingClientRect();
    if (!news || !current || !section) return;
    const isAtForm = section.top < innerHeight && section.bottom > 0;
    // A reader below is not scrolled back.
    if (isAtForm && current.getBoundingClientRect().top > 0) {
      current.scrollIntoView({ block: 'nearest' });
    }
  }, [news]);
  return element;
}
