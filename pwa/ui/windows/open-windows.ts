import { useEffect, useRef } from 'react';
import { create } from 'zustand';

/** What closes each window that is open; the last one is on top. */
export const useOpenWindows = create<{ windows: readonly (() => void)[] }>(() => ({
  windows: [],
}));

/** Lists a window while it is open, so that the back button closes it before it leaves the page. */
export function useOpenWindow(open: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });

  useEffect(() => {
    if (!open) return;
    const window = () => latest.current();
    useOpenWindows.setState(({ windows }) => ({ windows: [...windows, window] }));
    return () => {
      useOpenWindows.setState(({ windows }) => ({
        windows: windows.filter((one) => one !== window),
      }));
    };
  }, [open]);
}
