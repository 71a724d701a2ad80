import { showToast } from './toast-store.ts';

const KEY = 'carried-toast';
/** So late a document may come on a slow phone and still say what led to it, in ms. */
const LATEST = 60_000;

/** Hands a toast over to the next document of this tab, if that loads within LATEST. */
export function carryToast({ title }: { title: string }): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ title, until: Date.now() + LATEST }));
  } catch {
    // Without storage the toast ends with the page.
  }
}

/** Shows the toast that the previous document handed over, once. */
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
