import { showToast, TOAST_DURATION } from './toast-store.ts';

const KEY = 'carried-toast';

/** Lets the next document of this tab go on saying what this one says, if it comes soon enough. */
export function carryToast({ title }: { title: string }): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ title, until: Date.now() + TOAST_DURATION }));
  } catch {
    // Without storage the words end with the page.
  }
}

/** Shows what the document before this one still had to say, once. */
export function showCarriedToast(): void {
  try {
    const kept = sessionStorage.getItem(KEY);
    if (kept === null) return;
    sessionStorage.removeItem(KEY);
    // Written above, by another document of this site.
    const { title, until } = JSON.parse(kept) as { title: string; until: number };
    if (Date.now() < until) showToast({ title });
  } catch {
    // As above.
  }
}
