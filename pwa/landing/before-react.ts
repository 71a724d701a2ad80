/** The header gets its shadow from this scroll position on, in CSS pixels. */
const SHADOW_AFTER = 10;

/** Marks the document while it is scrolled, for the header's shadow. */
export function markScrolled(): void {
  document.documentElement.toggleAttribute('data-scrolled', scrollY > SHADOW_AFTER);
}

/**
 * Handles a click on a link. A listener of the document, it works before and after React has loaded and
 * is idempotent. It closes the menu of the link; it adds the time of the click to the login link, or
 * points it to the login page if the browser is offline.
 */
export function followLink({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link) return;
  const menu = link.closest<HTMLElement>('[popover]');
  if (menu?.matches(':popover-open')) menu.hidePopover();
  if (link.pathname === '/api/login') link.search = `?t=${Date.now()}`;
  if (link.pathname === '/api/login' && !navigator.onLine) link.href = '/auth';
}

/** Writes the current year into `[data-year]`: the page may have been prerendered last year. */
export function showYear(place: Element | null): void {
  const year = String(new Date().getFullYear());
  if (place && place.textContent !== year) place.textContent = year;
}
