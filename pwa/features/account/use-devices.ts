import { useCallback, useEffect, useState } from 'react';
import type { Device } from '#contract/auth.ts';

/**
 * Reads a list of devices on mount and on `load`. They are read online only: a list kept on this phone
 * could not tell which devices are signed in now.
 *
 * @param read must be stable
 */
export function useDevices(read: () => Promise<readonly Device[]>) {
  const [devices, setDevices] = useState<readonly Device[] | null>(null);
  const [failed, setFailed] = useState(false);

  const load = useCallback(() => {
    setFailed(false);
    read().then(setDevices, () => setFailed(true));
  }, [read]);

  useEffect(load, [load]);
  return { devices, failed, load };
}
