/** Elements that take letters themselves. */
export const TYPED =
  'input:not([type="checkbox"], [type="radio"]), select, textarea, [contenteditable], [role="menu"]';
/** A field takes the focus, and so does a choice among several. */
const TYPED_OR_PRESSED = `${TYPED}, [aria-pressed]`;
/** A window over the page, also one whose code has not loaded yet. */
export const WINDOW = '[role$="dialog"], dialog';
/** Elements that take arrows themselves. */
const MOVED = '[role="tablist"], [role="radiogroup"], [type="radio"]';

/**
 * Makes the keys work that elements name in `aria-keyshortcuts`, one key each: a field or a toggle gets the focus,
 * anything else is pressed. With several such elements the one for all selected rows is meant, else the one in the row
 * that has the focus, else the first in sight, of an open record rather than of a row. In a list, J and K move the focus from
 * row to row. Keys do nothing while a person types, beside Ctrl, Alt or Shift with an arrow, and under a
 * window. Escape leaves a field, pressed again the form that offers it, Ctrl or ⌘ with Enter sends its form. Returns a function that ends it.
 */
export function followShortcuts(): () => void {
  window.addEventListener('keydown', press);
  return () => window.removeEventListener('keydown', press);
}

function press(event: KeyboardEvent): void {
  const { target, key } = event;
  if (event.defaultPrevented || event.altKey) return;
  const field = target instanceof HTMLElement && target.closest<HTMLElement>(TYPED);
  if (field && key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    field.closest('form')?.requestSubmit();
    return;
  }
  if (event.ctrlKey || event.metaKey) return;
  if (field && key === 'Escape' && !document.querySelector(WINDOW)) field.blur();
  if (event.shiftKey && key.startsWith('Arrow')) return;
  const busy = key.startsWith('Arrow') ? `${TYPED}, ${MOVED}` : TYPED;
  if (target instanceof Element && target.closest(busy)) return;
  if (document.querySelector(WINDOW)) return;
  const name = key.length === 1 ? key.toUpperCase() : key;
  const offered = offering(name);
  const element = offered ?? rowBeside(name);
  if (!element) return;
  event.preventDefault();
  if (offered?.matches('[type="checkbox"]')) {
    offered.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: event.shiftKey }));
  } else if (offered && !offered.matches(TYPED_OR_PRESSED)) offered.click();
  else element.focus();
  if (element instanceof HTMLInputElement) element.select();
}

function offering(key: string): HTMLElement | undefined {
  const named = `[aria-keyshortcuts~="${CSS.escape(key)}"]`;
  const row = document.activeElement?.closest('[data-row]')?.querySelector<HTMLElement>(named);
  const all = [...document.querySelectorAll<HTMLElement>(named)].filter(
    (element) => element.checkVisibility() && !element.matches(':disabled'),
  );
  const ofSelected = all.find((element) => element.closest('[data-selection]'));
  return ofSelected ?? row ?? all.find((element) => !element.closest('[data-row]')) ?? all[0];
}

/** What opens a row, or selects it. */
const ROWS = '[data-row] :is(a[href*="/dashboard/"]:not([aria-label]), [type="checkbox"])';

/** Moves the focus to the first row; opens it if it is the only one. */
export function enterRows(): void {
  const [first, second] = document.querySelectorAll<HTMLElement>(ROWS);
  first?.focus();
  if (!second) first?.click();
}

/** The link of the next row for J, of the one before for K; the first if none has the focus. */
function rowBeside(key: string): HTMLElement | undefined {
  if (key !== 'J' && key !== 'K') return;
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)];
  const row = document.activeElement?.closest('[data-row]');
  const at = rows.findIndex((link) => row?.contains(link));
  return at < 0 ? rows[0] : rows[at + (key === 'J' ? 1 : -1)];
}
