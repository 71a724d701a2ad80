import { useMatches } from '@tanstack/react-router';
import { type ScreenName, screenOf } from './screens.ts';

/** The name of the open screen; undefined at an address that has none. */
export function useScreen(): ScreenName | undefined {
  return useMatches({
    select: (matches) => {
      const here = matches.at(-1);
      return here && screenOf(here.staticData.screen, here.search);
    },
  });
}
