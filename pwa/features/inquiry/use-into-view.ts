import { type RefObject, useEffect, useRef } from 'react';
import type { Latest } from './use-inquiry-form.ts';

/**
 * An element that comes into view, above a toast, with each news of the message that was sent last, once it is listed: a
 * person who reads elsewhere on the page is not scrolled. Its style leaves room for the toast.
 */
export function useIntoView(
  latest: Latest | null,
  listed: readonly { key: string }[],
): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const isTold = latest?.isInView && latest.state !== 'new';
  const news = isTold && listed.some(({ key }) => key === latest.key) && latest;
  useEffect(() => {
    if (news) element.current?.scrollIntoView({ block: 'nearest' });
  }, [news]);
  return element;
}
