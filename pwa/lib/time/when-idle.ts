/** Rows per idle period: a key press waits for no more than these. */
const PART = 250;

/** Runs `work` for each row in idle periods. Returns a function that stops it. */
export function eachWhenIdle<Row>(rows: readonly Row[], work: (row: Row) => void): () => void {
  let at = 0;
  let timer = setTimeout(next, PAUSE);

  function next(): void {
    for (const row of rows.slice(at, at + PART)) work(row);
    at += PART;
    if (at < rows.length) timer = setTimeout(next, PAUSE);
  }
  return () => clearTimeout(timer);
}

/** Between two periods in Safari, which has no requestIdleCallback, in ms. */
const PAUSE = 10;

/** Time for the page's own work first, in ms. */
const FIRST_THINGS_FIRST = 1_500;

/** Runs low-priority work once the page is idle. Returns a function that cancels it. */
export function whenAtRest(work: () => void): () => void {
  let called = false;
  const timer = setTimeout(() => whenIdle(() => called || work()), FIRST_THINGS_FIRST);
  return () => {
    called = true;
    clearTimeout(timer);
  };
}

/** Chromium gives a page that draws nothing after a press no idle time until its next frame. */
const LATEST = { timeout: 2_000 };

function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, LATEST);
  else setTimeout(work);
}

/** Runs work after the next paint. Returns a function that cancels it. */
export function afterPaint(work: () => void): () => void {
  const timer = setTimeout(work, A_FRAME);
  return () => clearTimeout(timer);
}

/** One frame in ms. requestAnimationFrame never fires in a hidden tab. */
const A_FRAME = 16;
