import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { link } from '#pwa/lib/link.ts';
import type { ListName } from '#pwa/local/mirror.ts';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import { useEngine } from './sync-provider.tsx';

export interface Refresh {
  /**
   * 'ready' as soon as the mirror holds the first rows of every list, also when the server cannot be
   * asked now; 'error' when it never did and cannot be asked; 'loading' before either is known.
   */
  state: 'loading' | 'ready' | 'error';
  /** Asks again, whatever is fresh. */
  retry: () => void;
}

/** Brings the lists of a screen up to date when it is entered, unless they are fresh. */
export function useRefreshOnEntry(lists: readonly ListName[]): Refresh {
  const mirror = useMirror();
  const engine = useEngine();
  const isCutOff = useStore(link, (now) => now.link === 'offline');
  const [failed, setFailed] = useState(false);
  const names = lists.join();
  const known = useLiveQuery(async () => {
    const states = await mirror.meta.bulkGet(listsIn(names));
    return states.every((state) => state !== undefined);
  }, [mirror, names]);

  useEffect(() => {
    let left = false;
    setFailed(false);
    engine?.refresh(listsIn(names)).catch(() => {
      if (!left) setFailed(true);
    });
    return () => {
      left = true;
    };
  }, [engine, names]);

  const retry = (): void => {
    setFailed(false);
    engine?.refresh(listsIn(names), { force: true }).catch(() => setFailed(true));
  };
  const missing = failed || isCutOff ? 'error' : 'loading';
  return { state: known ? 'ready' : missing, retry };
}

function listsIn(names: string): ListName[] {
  // `names` was joined from lists.
  return names.split(',') as ListName[];
}
