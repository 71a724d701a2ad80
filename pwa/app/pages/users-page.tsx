import { readBackups } from '#contract/backups/backups.ts';
import { readClock } from '#contract/clock.ts';
import { readMails } from '#contract/mails.ts';
import { useReport } from '#pwa/app/shared/use-report.ts';
import { UserDevices } from '#pwa/features/account/sessions.tsx';
import { BackupsCard } from '#pwa/features/backups/backups-card.tsx';
import { CopiesCard } from '#pwa/features/backups/copies-card.tsx';
import { useCopies } from '#pwa/features/backups/use-copies.ts';
import { ClockNotice } from '#pwa/features/clock/clock-notice.tsx';
import { MailsCard } from '#pwa/features/mails/mails-card.tsx';
import { UsersPage as UsersScreen } from '#pwa/features/users/users-page.tsx';

/** /admin/users: the accounts and their roles, and below them the server's clock, what devices give back, backups, and mails. */
export function UsersPage() {
  const clock = useReport(readClock);
  const mails = useReport(readMails);
  const copies = useCopies();
  return (
    <>
      <UsersScreen devicesOf={(userId) => <UserDevices userId={userId} />} />
      <ClockNotice report={clock.value} onChanged={clock.load} />
      <CopiesCard copies={copies} />
      <BackupsCard report={useReport(readBackups).value} />
      <MailsCard report={mails.value} onChanged={mails.load} />
    </>
  );
}
