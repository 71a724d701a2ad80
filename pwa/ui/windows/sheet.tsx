import { useState } from 'react';
import { Modal, type ModalProps } from './modal.tsx';

interface SheetProps extends ModalProps {
  /** A small sheet on a wide screen stands below or above this element, not at the side. */
  beside?: Element | undefined;
}

/** A sheet within the thumb's reach: from the bottom on phones, from the side on wide screens. */
export function Sheet({ beside, ...props }: SheetProps) {
  const [place] = useState(() => beside && placeOf(beside.getBoundingClientRect()));
  return <Modal look="sheet" {...props} {...(place && { style: place })} />;
}

/** Above what stands in the lower half of the window, else below it. A phone has room at its edge only. */
function placeOf({ left, top, bottom }: DOMRect) {
  if (!matchMedia('(min-width: 48rem)').matches) return undefined;
  const start = `min(${left}px, calc(100vw - 28rem))`;
  const isLow = top > innerHeight / 2;
  return {
    inset: isLow ? `auto auto ${innerHeight - top}px ${start}` : `${bottom}px auto auto ${start}`,
  };
}
