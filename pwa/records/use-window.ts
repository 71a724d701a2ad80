import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useIsPrinted } from '#pwa/ui/screen/use-media.ts';

/** Lists up to this length render all rows. */
const WHOLE = 60;
/** Rows rendered beyond each edge of the screen. */
const BEYOND = 12;
/**
 * Rows in which the rendered part moves. Rows of two lines move in smaller steps: while 10,000 scroll on a
 * phone, processor 4 x slower, the slow frames (p95 of 4 rounds) take 33, 33, 33 and 50 instead of 50 ms; a
 * table lost by it.
 */
const STEP = { rows: 4, table: 8 };

export interface ListWindow<E extends HTMLElement> {
  /** The element around the rows, blank space above and below included. */
  ref: RefObject<E | null>;
  /** The rendered rows: from `from`, up to but not including `to`. */
  from: number;
  to: number;
  /** The space that the rows above and below would take, in pixels. */
  above: number;
  below: number;
}

/** The last measured height of a row, by its estimate: correct before the first paint. */
const heights = new Map<number, number>();

/**
 * Renders only the rows of a long list that are on the screen or near it, and all on paper. All rows have the same
 * height, measured on the first element marked `data-row`.
 *
 * @param kind what the rows look like
 * @param estimate the height of a row before one was measured, in pixels; each look has its own
 */
export function useWindow<E extends HTMLElement>(
  count: number,
  kind: keyof typeof STEP,
  estimate: number,
): ListWindow<E> {
  const ref = useRef<E>(null);
  const [height, setHeight] = useState(() => heights.get(estimate) ?? estimate);
  const isPrinted = useIsPrinted();
  const [at, setAt] = useState({ from: 0, to: 4 * BEYOND });

  useLayoutEffect(() => {
    function follow(): void {
      const list = ref.current;
      if (!list || count <= WHOLE) return;
      const row = list.querySelector('[data-row]')?.getBoundingClientRect().height;
      const high = row && row > 0 ? row : height;
      if (high !== height) {
        heights.set(estimate, high);
        setHeight(high);
      }
      const hidden = -list.getBoundingClientRect().top;
      const first = Math.floor(hidden / high) - BEYOND;
      const last = Math.ceil((hidden + window.innerHeight) / high) + BEYOND;
      const step = STEP[kind];
      const from = Math.max(0, Math.floor(first / step) * step);
      const to = Math.max(from + step, Math.ceil(last / step) * step);
      setAt((now) => (now.from === from && now.to === to ? now : { from, to }));
    }
    follow();
    // Captured, because scroll events do not bubble.
    window.addEventListener('scroll', follow, { passive: true, capture: true });
    window.addEventListener('resize', follow);
    return () => {
      window.removeEventListener('scroll', follow, { capture: true });
      window.removeEventListener('resize', follow);
    };
  }, [count, kind, estimate, height]);

  if (count <= WHOLE || isPrinted) return { ref, from: 0, to: count, above: 0, below: 0 };
  const to = Math.min(at.to, count);
  const from = Math.min(at.from, Math.max(0, to - STEP[kind]));
  return { ref, from, to, above: from * height, below: (count - to) * height };
}
