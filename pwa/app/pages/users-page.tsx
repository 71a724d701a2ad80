import { UserDevices } from '#pwa/features/account/sessions.tsx';
import { BackupsCard } from '#pwa/features/backups/backups-card.tsx';
import { useBackups } from '#pwa/features/backups/use-backups.ts';
import { ClockNotice } from '#pwa/features/clock/clock-notice.tsx';
import { useClock } from '#pwa/features/clock/use-clock.ts';
import { MailsCard } from '#pwa/features/mails/mails-card.tsx';
import { useMails } from '#pwa/features/mails/use-mails.ts';
import { UsersPage as UsersScreen } from '#pwa/features/users/users-page.tsx';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';

/** /admin/users: the accounts and their roles, and below them the server's clock, backups and mails. */
export function UsersPage() {
  const clock = useClock();
  const mails = useMails();
  return (
    <>
      <UsersScreen
        ownId={useMirror().userId}
        devicesOf={(userId) => <UserDevices userId={userId} />}
      />
      <ClockNotice report={clock.value} onChanged={clock.load} />
      <BackupsCard report={useBackups()} />
      <MailsCard report={mails.value} onChanged={mails.load} />
    </>
  );
}
