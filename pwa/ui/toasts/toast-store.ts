import { create } from 'zustand';

/** How long a toast is open, in ms. */
export const TOAST_DURATION = 5000;
/** How long a dismissed toast stays in the store, in ms. */
const TOAST_REMOVE_DELAY = 1_000_000;

export interface ToastAction {
  label: string;
  onPress: () => void;
}

export interface ToastContent {
  title: string;
  /** Sentences; a line break between two that stand on their own. */
  description?: string | undefined;
  /** `destructive` for failures; interrupts assistive technology. */
  kind?: 'default' | 'destructive' | undefined;
  /** An action, for example Undo. Pressing it dismisses the toast. */
  action?: ToastAction | undefined;
  /** Further actions, before it. */
  more?: readonly ToastAction[] | undefined;
}

export interface Toast extends ToastContent {
  id: number;
  open: boolean;
  /** How often its words were replaced. */
  revision: number;
}

/** All toasts that are not removed yet, newest last. At most one is open. */
export const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }));

let lastId = 0;

/** Shows a toast and dismisses the open one. Returns its id. */
export function showToast(content: ToastContent): number {
  dismissToasts();
  lastId += 1;
  const shown: Toast = { ...content, id: lastId, open: true, revision: 0 };
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts, shown] }));
  return shown.id;
}

/**
 * Gives an open toast other words, for a full duration from now on. A failure is a toast of its own: it interrupts
 * assistive technology. Returns the id of the toast.
 */
export function reviseToast(id: number, content: ToastContent): number {
  if (content.kind === 'destructive') return showToast(content);
  useToasts.setState(({ toasts }) => ({
    toasts: toasts.map((one) =>
      one.id === id && one.open ? { ...content, id, open: true, revision: one.revision + 1 } : one,
    ),
  }));
  return id;
}

/** Is aborted as soon as a toast is closed. */
export function whileOpen(id: number): AbortSignal {
  const closed = new AbortController();
  const unsubscribe = useToasts.subscribe(({ toasts }) => {
    if (toasts.some((one) => one.id === id && one.open)) return;
    unsubscribe();
    closed.abort();
  });
  return closed.signal;
}

/** Closes the open toast. */
export function dismissToasts(): void {
  for (const toast of useToasts.getState().toasts) dismissToast(toast.id);
}

/** Closes a toast and removes it from the store after 1,000,000 ms. */
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
