import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { Unreachable } from '#pwa/api/api-error.ts';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import { readApplication } from '#pwa/local/read-applications.ts';
import { useEngine } from './sync-provider.tsx';

/**
 * 'ready' when there is something to show, from the mirror or the outbox; 'missing' when the server
 * says that there is no such application, or none for this user (P-03); 'unreachable' when it is not
 * on this phone and the server cannot be asked; 'error' when the server failed.
 */
export type ApplicationState = 'loading' | 'ready' | 'missing' | 'unreachable' | 'error';

/** Brings one application with its history up to date when its screen is entered (P-10, X-11). */
export function useRefreshApplication(id: string): { state: ApplicationState } {
  const mirror = useMirror();
  const engine = useEngine();
  const isOffline = useIsOffline();
  const isHere = useLiveQuery(
    async () => (await readApplication(mirror, id)) !== null,
    [mirror, id],
  );
  const [found, setFound] = useState<{ id: string; state: ApplicationState } | null>(null);

  // Once more when the server is heard again: what could not be read then is read now.
  useEffect(() => {
    let left = false;
    const show = (state: ApplicationState): void => {
      if (!left) setFound({ id, state });
    };
    if (isOffline) show('unreachable');
    engine?.refreshApplication(id).then(show, (error: unknown) => {
      show(error instanceof Unreachable ? 'unreachable' : 'error');
    });
    return () => {
      left = true;
    };
  }, [engine, id, isOffline]);

  const state = found?.id === id ? found.state : 'loading';
  if (state === 'missing') return { state };
  if (isHere) return { state: 'ready' };
  return { state: state === 'ready' ? 'loading' : state };
}
