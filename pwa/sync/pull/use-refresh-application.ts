import { useEffect, useState } from 'react';
import { Unreachable } from '#pwa/api/api-error.ts';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';
import { useRecord } from '#pwa/local/rows/record-view.ts';
import { useEngine } from '#pwa/sync/sync-provider.tsx';

/**
 * 'ready' with something to show, from the mirror or the outbox; 'missing' if the server says that there
 * is no such application for this user; 'unreachable' if it is not on this phone and the server cannot
 * be asked; 'error' if the server failed.
 */
export type ApplicationState = 'loading' | 'ready' | 'missing' | 'unreachable' | 'error';

/** Brings one application with its history up to date when its screen is entered. */
export function useRefreshApplication(id: string): { state: ApplicationState } {
  const engine = useEngine();
  const isOffline = useIsOffline();
  const isHere = Boolean(useRecord(id)?.row);
  const [found, setFound] = useState<{ id: string; state: ApplicationState } | null>(null);

  // Runs again when the connection changes: what could not be read then is read now.
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
