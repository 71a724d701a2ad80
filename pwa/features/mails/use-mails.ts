import { useCallback } from 'react';
import { type MailReport, readMails } from '#contract/mails.ts';
import { call } from '#pwa/api/call.ts';
import { useReport } from '#pwa/lib/use-report.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';

/** The state of the server's mails. `load` reads it again. */
export function useMails(): { report: MailReport | null; load: () => void } {
  const { userId } = useMirror();
  return useReport(useCallback(() => call(readMails, { sentFor: userId }), [userId]));
}
