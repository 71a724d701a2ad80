import { useEffect } from 'react';
import styles from '#pwa/features/applications/swipe-rows.module.css';
import { followSwipe, type SwipeAct } from '#pwa/records/follow-swipe.ts';
import { toneClass } from '#pwa/ui/badge.tsx';

const CLASSES = { behind: styles.behind, back: styles.back };

/** Swipes on the tasks: each presses the button of its row that names its side. */
export function SwipeTasks() {
  useEffect(
    () => followSwipe((row) => ({ right: actOf(row, 'right'), left: actOf(row, 'left') }), CLASSES),
    [],
  );
  return null;
}

function actOf(row: HTMLElement, side: 'right' | 'left'): SwipeAct | null {
  const button = row.querySelector<HTMLElement>(`[data-swipe=${side}]`);
  return (
    button && {
      label: button.textContent ?? '',
      tone: toneClass(side === 'right' ? 'green' : 'neutral'),
      act: () => button.click(),
    }
  );
}
