import { useCallback, useEffect, useRef, useState } from 'react';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';
import { Unreachable } from './api-error.ts';

/** Loading: neither. Fresh: a value alone. Stale: a value and a failure. Failed: a failure alone. */
export interface ServerState<Value> {
  /** The last answer. A failed read keeps it; null before the first answer. */
  value: Value | null;
  /** Why the last read failed or was not tried; null while it is in flight and after a success. */
  failure: unknown;
  /** Reads again. */
  load: () => void;
}

/**
 * Reads a state of the server on mount, when `read` changes, when the connection returns, and on `load`. Aborts on
 * unmount, when the connection is lost, and when a newer read starts.
 *
 * @param read must be stable
 */
export function useServerState<Value>(
  read: (signal: AbortSignal) => Promise<Value>,
): ServerState<Value> {
  const isOffline = useIsOffline();
  const [value, setValue] = useState<Value | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const inFlight = useRef<AbortController>(null);

  const load = useCallback(() => {
    inFlight.current?.abort();
    const own = new AbortController();
    inFlight.current = own;
    setFailure(null);
    read(own.signal).then(
      (answer) => own.signal.aborted || setValue(() => answer),
      (error: unknown) => own.signal.aborted || setFailure(() => error),
    );
  }, [read]);

  useEffect(() => {
    if (isOffline) setFailure(new Unreachable('There is no signal.'));
    else load();
    return () => inFlight.current?.abort();
  }, [isOffline, load]);
  return { value, failure, load };
}
