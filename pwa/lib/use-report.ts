import { useCallback, useEffect, useRef, useState } from 'react';
import { useIsOffline } from './use-is-offline.ts';

/**
 * Reads a state of the server on mount, when the connection returns, and on `load`. Null until it was read. A failure
 * changes nothing: the page tells of it by its other reads.
 *
 * @param read must be stable
 */
export function useReport<Value>(read: () => Promise<Value>): {
  report: Value | null;
  load: () => void;
} {
  const isOffline = useIsOffline();
  const [report, setReport] = useState<Value | null>(null);
  const newest = useRef(0);

  const load = useCallback(() => {
    newest.current += 1;
    const own = newest.current;
    read().then(
      (answer) => own === newest.current && setReport(() => answer),
      () => undefined,
    );
  }, [read]);

  useEffect(() => {
    if (!isOffline) load();
    return () => {
      newest.current += 1;
    };
  }, [isOffline, load]);
  return { report, load };
}
