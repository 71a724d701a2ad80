import { readValue, writeValue } from '#pwa/lib/storage/web-storage.ts';
import { showToast, type ToastContent } from './toast-store.ts';

const KEY = 'carried-toast';
/** So late a document may come on a slow phone and still say what led to it, in ms. */
const LATEST = 60_000;

interface CarriedToast extends Pick<ToastContent, 'title' | 'description'> {
  /** A link, as the toast's action. */
  link?: { label: string; href: string } | undefined;
}

/** Hands a toast over to the next document of this tab, if that loads within LATEST. */
export function carryToast(toast: CarriedToast): void {
  writeValue('tab', KEY, { toast, until: Date.now() + LATEST });
}

/** Shows the toast that the previous document handed over, once. */
export function showCarriedToast(): void {
  const carried = readValue<{ toast: CarriedToast; until: number }>('tab', KEY);
  if (!carried) return;
  writeValue('tab', KEY, null);
  if (Date.now() >= carried.until) return;
  const { link, ...content } = carried.toast;
  const action = link && { label: link.label, onPress: () => location.assign(link.href) };
  showToast({ ...content, action });
}
