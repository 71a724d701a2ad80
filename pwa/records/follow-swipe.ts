/** A swipe over a row: what it shows, and what it does. */
export interface SwipeAct {
  label: string;
  /** A class that sets the colours `--tone` and `--tone-ink`. */
  tone?: string | undefined;
  act: () => void;
}

/** The acts of a row; null where a swipe to that side does nothing. */
export type SwipeActs = (row: HTMLElement) => { right: SwipeAct | null; left: SwipeAct | null };

/** Pixels at each edge of the screen that belong to the browser's own back swipe. */
const EDGE = 24;
/** Pixels that decide whether a finger scrolls or swipes. */
const DECIDES = 10;
/** Pixels after which letting go acts. */
const ACTS = 88;
/** How far a row follows where there is nothing to do, in pixels. */
const STUCK = 16;

interface Swipe {
  id: number;
  row: HTMLElement;
  x: number;
  y: number;
  /** Null until the finger has moved sideways. */
  shown: { behind: HTMLElement; side: 'right' | 'left' } | null;
  dx: number;
}

/**
 * Lets a finger swipe rows (`[data-row]`) sideways. Scrolling up and down stays the browser's: rows have
 * `touch-action: pan-y`. A swipe moves the row with the finger, so it is no animation; only the way back
 * is one, which reduced motion leaves out.
 *
 * @returns stops it
 */
export function followSwipe(
  actsOf: SwipeActs,
  styles: { behind: string | undefined; back: string | undefined },
): () => void {
  let swipe: Swipe | null = null;

  function down({ pointerType, isPrimary, pointerId, clientX, clientY, target }: PointerEvent) {
    end();
    if (pointerType !== 'touch' || !isPrimary) return;
    if (clientX < EDGE || clientX > window.innerWidth - EDGE) return;
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
    if (row) swipe = { id: pointerId, row, x: clientX, y: clientY, shown: null, dx: 0 };
  }

  function move({ pointerId, clientX, clientY }: PointerEvent) {
    if (swipe?.id !== pointerId) return;
    const dx = clientX - swipe.x;
    if (!swipe.shown) {
      const dy = Math.abs(clientY - swipe.y);
      if (dy > DECIDES && dy >= Math.abs(dx)) swipe = null;
      if (Math.abs(dx) <= DECIDES || Math.abs(dx) < 2 * dy) return;
    }
    if (swipe) follow(swipe, dx);
  }

  function follow(now: Swipe, dx: number) {
    const side = dx > 0 ? 'right' : 'left';
    const act = actsOf(now.row)[side];
    if (now.shown?.side !== side) {
      now.shown?.behind.remove();
      now.shown = { behind: behindOf(now.row, side, act), side };
    }
    now.dx = act ? dx : Math.sign(dx) * Math.min(STUCK, Math.abs(dx));
    now.row.style.translate = `${now.dx}px`;
    now.shown.behind.style.width = `${Math.abs(now.dx)}px`;
    now.shown.behind.toggleAttribute('data-acts', act !== null && Math.abs(dx) >= ACTS);
  }

  function behindOf(row: HTMLElement, side: string, act: SwipeAct | null): HTMLElement {
    const { top, height } = row.getBoundingClientRect();
    const behind = document.createElement('div');
    behind.className = [styles.behind, act?.tone].filter(Boolean).join(' ');
    behind.dataset.side = side;
    behind.ariaHidden = 'true';
    behind.textContent = act?.label ?? '';
    Object.assign(behind.style, { top: `${top}px`, height: `${height}px` });
    document.body.append(behind);
    return behind;
  }

  function up({ pointerId }: PointerEvent) {
    if (swipe?.id !== pointerId) return;
    const { row, shown, dx } = swipe;
    const act = shown && Math.abs(dx) >= ACTS ? actsOf(row)[shown.side] : null;
    end();
    act?.act();
  }

  function end() {
    if (!swipe) return;
    const { row, shown } = swipe;
    shown?.behind.remove();
    if (shown && styles.back) {
      row.classList.add(styles.back);
      setTimeout(() => row.classList.remove(styles.back ?? ''), 300);
    }
    row.style.translate = '';
    swipe = null;
  }

  const listens = [
    ['pointerdown', down],
    ['pointermove', move],
    ['pointerup', up],
    ['pointercancel', end],
  ] as const;
  for (const [type, listen] of listens) {
    document.addEventListener(type, listen as EventListener, { passive: true });
  }
  return () => {
    end();
    for (const [type, listen] of listens) {
      document.removeEventListener(type, listen as EventListener);
    }
  };
}
