import { useSyncExternalStore } from 'react';
import { onTheme, shownTheme, type Theme } from '#pwa/lib/storage/theme.ts';

/** The theme on the screen. */
export function useTheme(): Theme {
  return useSyncExternalStore(onTheme, shownTheme);
}
