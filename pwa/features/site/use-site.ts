import { useEffect, useState } from 'react';
import {
  listSiteVersions,
  readSite,
  type SiteVersion,
  type SiteVersionContent,
} from '#contract/site.ts';
import { call } from '#pwa/api/call.ts';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';

/** What stands on the public site. `current` is null before the first publication. */
export interface Site {
  current: SiteVersionContent | null;
  versions: readonly SiteVersion[];
}

interface SiteView {
  /** Null before the first answer. */
  site: Site | null;
  failure: unknown;
  /** Asks the server again. */
  reload: () => void;
}

/** Reads the publication and its versions, again when the connection returns. */
export function useSite(userId: number): SiteView {
  const isOffline = useIsOffline();
  const [site, setSite] = useState<Site | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies(attempt): another attempt asks again
  useEffect(() => {
    if (isOffline) return undefined;
    const stopping = new AbortController();
    const how = { sentFor: userId, signal: stopping.signal };
    setFailure(null);
    Promise.all([call(readSite, how), call(listSiteVersions, how)]).then(
      ([{ current }, { versions }]) => setSite({ current, versions }),
      (error: unknown) => {
        if (!stopping.signal.aborted) setFailure(error);
      },
    );
    return () => stopping.abort();
  }, [userId, isOffline, attempt]);

  return { site, failure, reload: () => setAttempt((count) => count + 1) };
}
