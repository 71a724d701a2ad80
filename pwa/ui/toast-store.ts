import { create } from 'zustand';

/** How long a toast stands. */
export const TOAST_DURATION = 5000;
/** How long a dismissed toast stays in the store, unseen. */
const TOAST_REMOVE_DELAY = 1_000_000;

export interface ToastContent {
  title: string;
  description?: string | undefined;
  /** `destructive` says that something failed; it interrupts assistive technology. */
  kind?: 'default' | 'destructive' | undefined;
  /** One thing to do about it, for example Undo. Pressing it dismisses the toast. */
  action?: { label: string; onPress: () => void } | undefined;
}

export interface Toast extends ToastContent {
  id: number;
  open: boolean;
}

/** Every toast that was shown and not yet removed, the newest last. At most one is open. */
export const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }));

let lastId = 0;

/** Shows a toast in place of the one that is open, if any. Returns its id. */
export function showToast(content: ToastContent): number {
  for (const toast of useToasts.getState().toasts) dismissToast(toast.id);
  lastId += 1;
  const shown: Toast = { ...content, id: lastId, open: true };
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts, shown] }));
  return shown.id;
}

/** Closes a toast at once and removes it from the store after 1,000,000 ms. */
export function dismissToast(id: number): void {
  const toast = useToasts.getState().toasts.find((one) => one.id === id);
  if (!toast?.open) return;
  useToasts.setState(({ toasts }) => ({
    toasts: toasts.map((one) => (one.id === id ? { ...one, open: false } : one)),
  }));
  setTimeout(() => {
    useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((one) => one.id !== id) }));
  }, TOAST_REMOVE_DELAY);
}
