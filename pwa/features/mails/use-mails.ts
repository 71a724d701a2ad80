import { useCallback } from 'react';
import { type MailReport, readMails } from '#contract/mails.ts';
import { call } from '#pwa/api/call.ts';
import { type ServerState, useServerState } from '#pwa/api/use-server-state.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';

/** The state of the server's mails. */
export function useMails(): ServerState<MailReport> {
  const { userId } = useMirror();
  const read = useCallback(
    (signal: AbortSignal) => call(readMails, { sentFor: userId, signal }),
    [userId],
  );
  return useServerState(read);
}
