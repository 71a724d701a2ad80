import { useEffect, useRef } from 'react';
import { create } from 'zustand';

/** What closes each window that is open; the last one is on top. */
export const useOpenWindows = create<{ windows: readonly (() => void)[] }>(() => ({
  windows: [],
}));

/** Lists an open window. Returns what takes it off the list. */
export function listWindow(close: () => void): () => void {
  useOpenWindows.setState(({ windows }) => ({ windows: [...windows, close] }));
  return () => {
    useOpenWindows.setState(({ windows }) => ({ windows: windows.filter((one) => one !== close) }));
  };
}

/** Lists a window while it is open, so that the back button closes it before it leaves the page. */
export function useOpenWindow(open: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });

  useEffect(() => {
    return open ? listWindow(() => latest.current()) : undefined;
  }, [open]);
}
