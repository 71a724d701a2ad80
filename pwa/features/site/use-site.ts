import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback } from 'react';
import { useServerState } from '#pwa/api/use-server-state.ts';
import type { SiteState } from '#pwa/local/database/meta-state.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { refreshSite } from './refresh-site.ts';

interface SiteView {
  /** As last read; null if it never was; undefined while loading. */
  site: SiteState | null | undefined;
  /** Why the last refresh failed or was not tried; null while it is in flight and after a success. */
  failure: unknown;
  /** Asks the server again. */
  reload: () => void;
}

/** The published site, from the mirror: refreshed on mount and when the connection returns. */
export function useSite(): SiteView {
  const mirror = useMirror();
  const site = useLiveQuery(async () => {
    const state = await mirror.meta.get('site');
    return state && 'versions' in state ? state : null;
  }, [mirror]);

  const { failure, load } = useServerState(useCallback(() => refreshSite(mirror), [mirror]));
  return { site, failure, reload: load };
}
