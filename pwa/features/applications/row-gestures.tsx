import { useEffect, useState } from 'react';
import { whenAtRest } from '#pwa/lib/time/when-idle.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { lazyExtra } from '#pwa/ui/lazy.tsx';
import { useMedia, WIDE } from '#pwa/ui/screen/use-media.ts';

const SwipeRows = lazyExtra(() => import('./swipe-rows.tsx'), 'SwipeRows');

/** Swipes on the rows of a phone; their code loads when the page has nothing else to do. */
export function RowGestures({ rows }: { rows: readonly ApplicationRow[] }) {
  const wide = useMedia(WIDE);
  const [isAtRest, setAtRest] = useState(false);
  useEffect(() => whenAtRest(() => setAtRest(true)), []);
  return !wide && isAtRest && <SwipeRows rows={rows} />;
}
