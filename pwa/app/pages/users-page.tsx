import { useCallback } from 'react';
import { readBackups } from '#contract/backups/backups.ts';
import { readClock } from '#contract/clock.ts';
import { readMails } from '#contract/mails.ts';
import { call } from '#pwa/api/call.ts';
import type { RequestOptions } from '#pwa/api/request.ts';
import { useServerState } from '#pwa/api/use-server-state.ts';
import { UserDevices } from '#pwa/features/account/sessions.tsx';
import { BackupsCard } from '#pwa/features/backups/backups-card.tsx';
import { CopiesCard } from '#pwa/features/backups/copies-card.tsx';
import { useCopies } from '#pwa/features/backups/use-copies.ts';
import { ClockNotice } from '#pwa/features/clock/clock-notice.tsx';
import { MailsCard } from '#pwa/features/mails/mails-card.tsx';
import { UsersPage as UsersScreen } from '#pwa/features/users/users-page.tsx';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';

/** /admin/users: the accounts and their roles, and below them the server's clock, what devices give back, backups, and mails. */
export function UsersPage() {
  const clock = useReport(clockOf);
  const mails = useReport(mailsOf);
  const copies = useCopies();
  return (
    <>
      <UsersScreen devicesOf={(userId) => <UserDevices userId={userId} />} />
      <ClockNotice report={clock.value} onChanged={clock.load} />
      <CopiesCard copies={copies} />
      <BackupsCard report={useReport(backupsOf).value} />
      <MailsCard report={mails.value} onChanged={mails.load} />
    </>
  );
}

type How = Pick<RequestOptions, 'sentFor' | 'signal'>;
const backupsOf = (how: How) => call(readBackups, how);
const clockOf = (how: How) => call(readClock, how);
const mailsOf = (how: How) => call(readMails, how);

/** What the server reports of itself. */
function useReport<Report>(reportOf: (how: How) => Promise<Report>) {
  const { userId } = useMirror();
  const read = useCallback(
    (signal: AbortSignal) => reportOf({ sentFor: userId, signal }),
    [reportOf, userId],
  );
  return useServerState(read);
}
