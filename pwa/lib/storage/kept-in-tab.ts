/**
 * What this tab keeps under a name; nothing if there is nothing. Session storage, not local: on a shared phone the
 * next person must not find somebody's name and message.
 */
export function readInTab<Kept extends object>(name: string): Partial<Kept> {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? '{}');
  } catch {
    return {};
  }
}

/** Keeps it in this tab, or removes it. Never throws. */
export function keepInTab(name: string, kept: object | null): void {
  try {
    if (kept === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(kept));
  } catch {
    // Storage is disabled or full: the text is on screen, and only a reload loses it.
  }
}
