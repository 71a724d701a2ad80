import { createContext, useContext } from 'react';
import type { Mirror } from './mirror.ts';

const MirrorContext = createContext<Mirror | null>(null);

/** Gives the mirror of the signed-in user to the screens below it. */
export const MirrorProvider = MirrorContext.Provider;

/** The mirror of the signed-in user. Throws outside a MirrorProvider. */
export function useMirror(): Mirror {
  const mirror = useContext(MirrorContext);
  if (!mirror) throw new Error('There is no MirrorProvider.');
  return mirror;
}
