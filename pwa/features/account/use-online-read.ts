import { useCallback, useEffect, useState } from 'react';

/**
 * Reads on mount and on `load` what is shown online only, because a copy on this phone could not tell what
 * is true now: which devices are signed in, which passkeys sign in. `value` is null until it is read.
 *
 * @param read must be stable
 */
export function useOnlineRead<Value>(read: () => Promise<Value>) {
  const [value, setValue] = useState<Value | null>(null);
  const [failed, setFailed] = useState(false);

  const load = useCallback(() => {
    setFailed(false);
    read().then(
      (answer) => setValue(() => answer),
      () => setFailed(true),
    );
  }, [read]);

  useEffect(load, [load]);
  return { value, failed, load };
}
