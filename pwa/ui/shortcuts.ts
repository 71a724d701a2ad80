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
 * that has the focus, else the first in sight, of an open record rather than of a row; what ends a task is pressed in
 * the row with the focus alone. In a list, J and K move the focus from
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
  const others = all.filter((element) => !element.matches('[data-swipe]'));
  return ofSelected ?? row ?? others.find((one) => !one.closest('[data-row]')) ?? others[0];
}

/** What opens a row, or selects it. */
const ROWS = '[data-row] :is(a[href*="/dashboard/"]:not([aria-label]), [type="checkbox"])';

/** Moves the focus to the first row; opens it if it is the only one. */
export function enterRows(): void {
  const [first, second] = document.querySelectorAll<HTMLElement>(ROWS);
  first?.focus();
  if (!second) first?.click();
}

const DOWN: Record<string, number> = { J: 1, ArrowDown: 1, K: -1, ArrowUp: -1 };
const ASIDE: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/** The link of the row beside the one that has the focus; if none has, the first for J and K. */
function rowBeside(key: string): HTMLElement | undefined {
  const row = document.activeElement?.closest('[data-row]');
  const aside = ASIDE[key];
  if (aside) return row ? inColumnBeside(row, aside) : undefined;
  const step = DOWN[key];
  if (!step || !(row || key.length === 1)) return undefined;
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)];
  const at = rows.findIndex((link) => row?.contains(link));
  return at < 0 ? rows[0] : rows[at + step];
}

/** The row at the same place of the next column that has any, or its last one. */
function inColumnBeside(row: Element, step: number): HTMLElement | undefined {
  const filled = [...document.querySelectorAll('[data-column]')].filter((one) =>
    one.querySelector(ROWS),
  );
  const at = filled.findIndex((column) => column.contains(row));
  const rowsOf = (column: Element | undefined) => [
    ...(column?.querySelectorAll<HTMLElement>(ROWS) ?? []),
  ];
  const place = rowsOf(filled[at]).findIndex((link) => row.contains(link));
  const rows = at < 0 ? [] : rowsOf(filled[at + step]);
  return rows[place] ?? rows.at(-1);
}
