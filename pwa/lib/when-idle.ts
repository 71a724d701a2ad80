/** Rows a turn, so that no key press has to wait for more. */
const PART = 250;

/** Does a small piece of work for each row, bit by bit while nothing else is to do. Returns how to stop. */
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

/** Between two turns, in milliseconds; Safari has no requestIdleCallback. */
const PAUSE = 10;

/** Time for what the page itself wants first, in milliseconds. */
const FIRST_THINGS_FIRST = 1_500;

/** Does something that nobody waits for once the page is at rest. Returns how to call it off. */
export function whenAtRest(work: () => void): () => void {
  const idle = typeof requestIdleCallback === 'function' ? requestIdleCallback : setTimeout;
  let called = false;
  const timer = setTimeout(() => idle(() => called || work()), FIRST_THINGS_FIRST);
  return () => {
    called = true;
    clearTimeout(timer);
  };
}

/** Does something once the browser has had the chance to draw. Returns how to call it off. */
export function afterPaint(work: () => void): () => void {
  const timer = setTimeout(work, A_FRAME);
  return () => clearTimeout(timer);
}

/** Milliseconds; a frame that is asked for never comes in a tab that nobody sees. */
const A_FRAME = 16;
