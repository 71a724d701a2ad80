/** Less than this is a browser's own bar that comes and goes, not a keyboard. In CSS pixels. */
const KEYBOARD = 120;

/**
 * Keeps the style variable `--keyboard` at the height that the on-screen keyboard takes from the
 * page, so that bars stand above it and not behind it, and marks the document with `data-keyboard`.
 * Returns how to stop.
 */
export function followKeyboard(): () => void {
  const view = window.visualViewport;
  if (!view) return () => undefined;

  const measure = () => {
    const hidden = Math.round(window.innerHeight - view.height * view.scale - view.offsetTop);
    show(hidden > KEYBOARD ? hidden : null);
  };
  view.addEventListener('resize', measure);
  view.addEventListener('scroll', measure);
  return () => {
    view.removeEventListener('resize', measure);
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
