import { useBlocker, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useOpenWindows } from '#pwa/ui/windows/open-windows.ts';

/** The way back, by button or swipe, closes the window on top before it leaves the page. */
export function BackCloses() {
  const router = useRouter();
  const close = useOpenWindows(({ windows }) => windows.at(-1));
  const isOpen = close !== undefined;

  useBlocker({
    shouldBlockFn: ({ action }) => {
      if (action !== 'BACK') return false;
      close?.();
      return true;
    },
    enableBeforeUnload: false,
    disabled: !isOpen,
  });

  // On the first page of the installed app the way back would leave the app: it gets a page to go back to.
  useEffect(() => {
    if (!isOpen || router.history.canGoBack()) return;
    if (!matchMedia('(display-mode: standalone)').matches) return;
    void router.navigate({
      to: '.',
      search: true,
      hash: true,
      state: (state) => ({ ...state, hasWindow: true }),
      resetScroll: false,
      ignoreBlocker: true,
    });
  }, [isOpen, router]);
  return null;
}
