import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';
import type { ListName } from '#pwa/local/mirror.ts';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import { useEngine } from './sync-provider.tsx';

export interface Refresh {
  /**
   * 'ready' as soon as the mirror holds the first rows of every list, also when the server cannot be
   * asked now; 'error' when it never did and cannot be asked; 'loading' before either is known.
   */
  state: 'loading' | 'ready' | 'error';
  /** Why the server could not be asked, as the call threw it; null where it was not tried. */
  failure: unknown;
  /** Asks again, whatever is fresh. */
  retry: () => void;
}

/** Brings the lists of a screen up to date when it is entered, unless they are fresh. */
export function useRefreshOnEntry(lists: readonly ListName[]): Refresh {
  const mirror = useMirror();
  const engine = useEngine();
  const isOffline = useIsOffline();
  const [failure, setFailure] = useState<unknown>(null);
  const names = lists.join();
  const known = useLiveQuery(async () => {
    const states = await mirror.meta.bulkGet(listsIn(names));
    return states.every((state) => state !== undefined);
  }, [mirror, names]);

  useEffect(() => {
    let left = false;
    setFailure(null);
    engine?.refresh(listsIn(names)).catch((error: unknown) => {
      if (!left) setFailure(error);
    });
    return () => {
      left = true;
    };
  }, [engine, names]);

  const retry = (): void => {
    setFailure(null);
    engine?.refresh(listsIn(names), { force: true }).catch(setFailure);
  };
  const missing = failure !== null || isOffline ? 'error' : 'loading';
  return { state: known ? 'ready' : missing, failure, retry };
}

function listsIn(names: string): ListName[] {
  // `names` was joined from lists.
  return names.split(',') as ListName[];
}
