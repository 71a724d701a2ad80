/** The header has its shadow beyond this, in CSS pixels. */
const SHADOW_AFTER = 10;

/** Marks the document while it is scrolled; the header's shadow hangs on that mark. */
export function markScrolled(): void {
  document.documentElement.toggleAttribute('data-scrolled', scrollY > SHADOW_AFTER);
}

/**
 * What a press on a link of the page needs besides the link itself. It listens on the document, so
 * that it serves before React is there and after; heard twice, it does the same.
 * A menu closes when one of its links is chosen, and the login link carries the time of the
 * press, or leads to the login page at once when the phone is known to be cut off.
 */
export function followLink({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link) return;
  const menu = link.closest<HTMLElement>('[popover]');
  if (menu?.matches(':popover-open')) menu.hidePopover();
  if (link.pathname === '/api/login') link.search = `?t=${Date.now()}`;
  if (link.pathname === '/api/login' && !navigator.onLine) link.href = '/auth';
}

/** Writes the current year into the copyright line, `[data-year]`, of a page prerendered earlier. */
export function showYear(place: Element | null): void {
  const year = String(new Date().getFullYear());
  if (place && place.textContent !== year) place.textContent = year;
}
