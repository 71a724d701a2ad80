import { useCallback } from 'react';
import { type BackupReport, readBackups } from '#contract/backups.ts';
import { call } from '#pwa/api/call.ts';
import { useServerState } from '#pwa/api/use-server-state.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';

/** The state of the server's backups; null until it is read. */
export function useBackups(): BackupReport | null {
  const { userId } = useMirror();
  const read = useCallback(
    (signal: AbortSignal) => call(readBackups, { sentFor: userId, signal }),
    [userId],
  );
  return useServerState(read).value;
}
