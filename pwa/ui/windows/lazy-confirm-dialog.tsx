import { lazyWindow } from '#pwa/ui/lazy.tsx';

/** A ConfirmDialog for pages that open without one: its code is fetched when the page is idle. */
export const LazyConfirmDialog = lazyWindow(() => import('./confirm-dialog.tsx'), 'ConfirmDialog');
