/** A smaller change of height is a browser bar, not a keyboard. In CSS pixels. */
const KEYBOARD = 120;

/**
 * Keeps the style variable `--keyboard` at the height of the on-screen keyboard, which lifts bottom
 * bars and windows above it, and marks the document with `data-keyboard`. The focused field stays in
 * sight. Returns a function that stops it.
 */
export function followKeyboard(): () => void {
  const view = window.visualViewport;
  if (!view) return () => undefined;

  const measure = () => {
    const hidden = Math.round(window.innerHeight - view.height * view.scale - view.offsetTop);
    show(hidden > KEYBOARD ? hidden : null);
  };
  const resized = () => {
    measure();
    // A sheet or dialog that shrank may have the focused field below its edge.
    if (document.documentElement.dataset.keyboard)
      document.activeElement?.scrollIntoView({ block: 'nearest' });
  };
  measure();
  view.addEventListener('resize', resized);
  view.addEventListener('scroll', measure);
  return () => {
    view.removeEventListener('resize', resized);
    view.removeEventListener('scroll', measure);
    show(null);
  };
}

function show(height: number | null): void {
  const { style, dataset } = document.documentElement;
  if (height === null) {
    style.removeProperty('--keyboard');
    delete dataset.keyboard;
  } else {
    style.setProperty('--keyboard', `${height}px`);
    dataset.keyboard = 'open';
  }
}
