import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import type { CurrentUser } from '#contract/auth.ts';
import { afterPaint } from '#pwa/lib/time/when-idle.ts';
import { MirrorProvider } from '#pwa/local/database/mirror-context.tsx';
import { openMirror } from '#pwa/local/database/opening.ts';
import { type SyncEngine, startSync } from './engine.ts';

const EngineContext = createContext<SyncEngine | null>(null);

/**
 * Opens the mirror of the signed-in user for the screens below it and keeps it in step with the
 * server. Give it the user's id as `key`: another user has another mirror.
 */
export function SyncProvider({ user, children }: { user: CurrentUser; children: ReactNode }) {
  const [mirror] = useState(() => openMirror(user.id));
  const [engine, setEngine] = useState<SyncEngine | null>(null);
  const holders = useRef(0);
  // The stored user and the one that the server confirms are two objects with the same content.
  const identity = JSON.stringify(user);

  useEffect(() => {
    holders.current += 1;
    return () => {
      holders.current -= 1;
      // Closed for good: a late write after a sign-out must not bring the database back. A microtask,
      // because React in development undoes an effect and runs it again at once.
      queueMicrotask(() => {
        if (holders.current === 0) mirror.close();
      });
    };
  }, [mirror]);

  useEffect(() => {
    let started: SyncEngine | null = null;
    // The first rows are painted before it.
    const cancel = afterPaint(() => {
      started = startSync(mirror, JSON.parse(identity));
      setEngine(started);
    });
    return () => {
      cancel();
      started?.stop();
    };
  }, [mirror, identity]);

  return (
    <EngineContext.Provider value={engine}>
      <MirrorProvider value={mirror}>{children}</MirrorProvider>
    </EngineContext.Provider>
  );
}

/** The engine of the signed-in user; null in the first moment and outside a SyncProvider. */
export function useEngine(): SyncEngine | null {
  return useContext(EngineContext);
}
