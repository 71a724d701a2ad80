import { lazyWindow } from '#pwa/ui/lazy.tsx';
import type { ConfirmDialogProps } from './confirm-dialog.tsx';

/** A ConfirmDialog for pages that open without one: its code is fetched when the page is idle. */
export const LazyConfirmDialog = lazyWindow<ConfirmDialogProps>(
  async () => (await import('./confirm-dialog.tsx')).ConfirmDialog,
  ({ onOpenChange }) => onOpenChange(false),
);
