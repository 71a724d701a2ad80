import { useEffect, useInsertionEffect, useLayoutEffect, useRef, useState } from 'react';
import { Modal, type ModalProps } from './modal.tsx';

interface SheetProps extends ModalProps {
  /**
   * On a wide screen the sheet stands below or above this element instead of at the side; `focused` is the element that
   * has the focus when it opens.
   */
  beside?: Element | 'focused' | undefined;
}

/** A sheet within the thumb's reach: from the bottom on phones, from the side on wide screens. */
export function Sheet({ beside, ...props }: SheetProps) {
  const [place, setPlace] = useState<ReturnType<typeof placeOf>>();
  const opener = useRef<Element | null>(null);
  // As useReturnFocus does it: a field of the sheet has not taken the focus yet.
  useInsertionEffect(() => {
    opener.current = beside === 'focused' ? document.activeElement : (beside ?? null);
  }, [beside]);
  useLayoutEffect(() => {
    const { current } = opener;
    if (current && current !== document.body) setPlace(placeOf(current.getBoundingClientRect()));
  }, []);
  // In another window what it stood beside is elsewhere.
  useEffect(() => {
    const forget = () => setPlace(undefined);
    addEventListener('resize', forget);
    return () => removeEventListener('resize', forget);
  }, []);
  return <Modal look="sheet" {...props} {...(place && { style: place })} />;
}

/** The room that a sheet needs, in rem. A longer one scrolls. */
const ROOM = { width: 28, height: 22.5 };

/** Between a sheet and the edge of the window, in px. */
const EDGE = 16;

/** Below an element or above it, where there is room; else undefined. */
function placeOf({ left, top, bottom }: DOMRect) {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const start = Math.min(left, innerWidth - ROOM.width * rem);
  if (start < 0 || !matchMedia('(min-width: 48rem)').matches) return undefined;
  const height = ROOM.height * rem;
  const below = innerHeight - bottom;
  if (below >= height)
    return { inset: `${bottom}px auto auto ${start}px`, maxHeight: below - EDGE };
  if (top < height) return undefined;
  return { inset: `auto auto ${innerHeight - top}px ${start}px`, maxHeight: top - EDGE };
}
