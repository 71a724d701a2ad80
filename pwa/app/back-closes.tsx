import { useBlocker, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { listWindow, useOpenWindows } from '#pwa/ui/windows/open-windows.ts';

declare module '@tanstack/history' {
  interface HistoryState {
    /** The entry repeats the one before it, for the window that is open. */
    isForWindow?: boolean;
  }
}

/**
 * The way back, by button or swipe, closes the window on top before it leaves the page. A document cannot hold up the
 * way back from its first entry: an open window gets an entry there. It is passed over once the window is closed.
 */
export function BackCloses() {
  const router = useRouter();
  const windows = useOpenWindows((open) => open.windows);
  const isForWindow = useRouterState({ select: ({ location }) => location.state.isForWindow });
  const isOpen = windows.length > 0;

  useBlocker({
    shouldBlockFn: ({ action }) => {
      if (action !== 'BACK') return false;
      windows.at(-1)?.();
      // What it leads to is the same page.
      if (!isOpen) setTimeout(() => router.history.back({ ignoreBlocker: true }));
      return !(isForWindow && windows.length < 2);
    },
    enableBeforeUnload: false,
    disabled: !isOpen && !isForWindow,
  });

  useEffect(() => {
    if (!isOpen || router.history.canGoBack()) return;
    void router.navigate({
      to: '.',
      search: true,
      hash: true,
      state: (state) => ({ ...state, isForWindow: true }),
      resetScroll: false,
      ignoreBlocker: true,
    });
  }, [isOpen, router]);

  useEffect(listMenus, []);
  return null;
}

/** Lists each menu that is a popover while it is open. Returns what ends that. */
function listMenus(): () => void {
  const unlist = new Map<EventTarget, () => void>();

  function follow({ target: menu, newState }: ToggleEvent): void {
    if (!(menu instanceof HTMLElement) || menu.popover === null) return;
    unlist.get(menu)?.();
    if (newState === 'open')
      unlist.set(
        menu,
        listWindow(() => menu.hidePopover()),
      );
  }

  document.addEventListener('toggle', follow, true);
  return () => document.removeEventListener('toggle', follow, true);
}
