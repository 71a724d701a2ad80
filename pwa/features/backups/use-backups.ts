import { useCallback } from 'react';
import { type BackupReport, readBackups } from '#contract/backups.ts';
import { call } from '#pwa/api/call.ts';
import { useReport } from '#pwa/lib/use-report.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';

/** The state of the server's backups, read when the page opens and when the connection returns. */
export function useBackups(): BackupReport | null {
  const { userId } = useMirror();
  return useReport(useCallback(() => call(readBackups, { sentFor: userId }), [userId])).report;
}
