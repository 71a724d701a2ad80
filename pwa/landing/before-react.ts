/** The header gets its shadow from this scroll position on, in CSS pixels. */
const SHADOW_AFTER = 10;

/** Marks the document while it is scrolled, for the header's shadow. */
export function markScrolled(): void {
  document.documentElement.toggleAttribute('data-scrolled', scrollY > SHADOW_AFTER);
}

/**
 * Handles a click on a link. A listener of the document, it works before and after React has loaded and
 * is idempotent. It closes the menu of the link, and adds the time of the click to the login link.
 */
export function followLink({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link) return;
  const menu = link.closest<HTMLElement>('[popover]');
  if (menu?.matches(':popover-open')) menu.hidePopover();
  if (link.pathname === '/api/login') link.search = `?t=${Date.now()}`;
}

/** Writes the current year into `[data-year]`: the page may have been prerendered last year. */
export function showYear(place: Element | null): void {
  const year = String(new Date().getFullYear());
  if (place && place.textContent !== year) place.textContent = year;
}
