import { useEffect, useState } from 'react';
import { Modal, type ModalProps } from './modal.tsx';

interface SheetProps extends ModalProps {
  /** A small sheet on a wide screen stands below or above this element, not at the side. */
  beside?: Element | undefined;
}

/** A sheet within the thumb's reach: from the bottom on phones, from the side on wide screens. */
export function Sheet({ beside, ...props }: SheetProps) {
  const [place, setPlace] = useState(() => beside && placeOf(beside.getBoundingClientRect()));
  // In another window what it stood beside is elsewhere.
  useEffect(() => {
    const forget = () => setPlace(undefined);
    addEventListener('resize', forget);
    return () => removeEventListener('resize', forget);
  }, []);
  return <Modal look="sheet" {...props} {...(place && { style: place })} />;
}

/** The room that a small sheet needs, in rem. */
const ROOM = { width: 28, height: 22.5 };

/** Below an element or above it, where there is room for the whole sheet; else undefined. */
function placeOf({ left, top, bottom }: DOMRect) {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const start = Math.min(left, innerWidth - ROOM.width * rem);
  if (start < 0 || !matchMedia('(min-width: 48rem)').matches) return undefined;
  const height = ROOM.height * rem;
  if (innerHeight - bottom >= height) return { inset: `${bottom}px auto auto ${start}px` };
  return top >= height ? { inset: `auto auto ${innerHeight - top}px ${start}px` } : undefined;
}
