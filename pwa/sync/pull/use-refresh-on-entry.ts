import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { ListName } from '#pwa/local/database/rows.ts';
import { useEngine } from '#pwa/sync/sync-provider.tsx';

export interface Refresh {
  /**
   * 'ready' once the mirror has the first rows of every list, even if the server cannot be asked now;
   * 'error' if it has never had them and cannot ask; 'loading' before either is known.
   */
  state: 'loading' | 'ready' | 'error';
  /** What the call threw; null if it was not tried or has succeeded. */
  failure: unknown;
  /** Asks again, fresh or not. */
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
