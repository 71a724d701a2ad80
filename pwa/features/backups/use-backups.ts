import { useEffect, useState } from 'react';
import { type BackupReport, readBackups } from '#contract/backups.ts';
import { call } from '#pwa/api/call.ts';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';
import { useMirror } from '#pwa/local/mirror-context.tsx';

/** The state of the server's backups, read when the page opens and when the connection returns. */
export function useBackups(): BackupReport | null {
  const { userId } = useMirror();
  const isOffline = useIsOffline();
  const [report, setReport] = useState<BackupReport | null>(null);
  useEffect(() => {
    if (isOffline) return undefined;
    let isShown = true;
    // The page tells of a failure already: it reads the accounts in the same way.
    call(readBackups, { sentFor: userId }).then(
      (read) => isShown && setReport(read),
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [userId, isOffline]);
  return report;
}
