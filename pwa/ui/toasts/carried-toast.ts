import { readValue, writeValue } from '#pwa/lib/storage/web-storage.ts';
import { showToast, type ToastContent } from './toast-store.ts';

const KEY = 'carried-toast';
/** So late a document may come on a slow phone and still say what led to it, in ms. */
const LATEST = 60_000;

/** Hands a toast over to the next document of this tab, if that loads within LATEST. */
export function carryToast(content: Pick<ToastContent, 'title' | 'description'>): void {
  writeValue('tab', KEY, { content, until: Date.now() + LATEST });
}

/** Shows the toast that the previous document handed over, once. */
export function showCarriedToast(): void {
  const carried = readValue<{ content: ToastContent; until: number }>('tab', KEY);
  if (!carried) return;
  writeValue('tab', KEY, null);
  if (Date.now() < carried.until) showToast(carried.content);
}
