import { UserDevices } from '#pwa/features/account/user-devices.tsx';
import { BackupsCard } from '#pwa/features/backups/backups-card.tsx';
import { useBackups } from '#pwa/features/backups/use-backups.ts';
import { MailsCard } from '#pwa/features/mails/mails-card.tsx';
import { useMails } from '#pwa/features/mails/use-mails.ts';
import { UsersPage as UsersScreen } from '#pwa/features/users/users-page.tsx';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';

/** /admin/users: the accounts and their roles, and below them the server's backups and mails. */
export function UsersPage() {
  const mails = useMails();
  return (
    <>
      <UsersScreen
        ownId={useMirror().userId}
        devicesOf={(userId) => <UserDevices userId={userId} />}
      />
      <BackupsCard report={useBackups()} />
      <MailsCard report={mails.value} onChanged={mails.load} />
    </>
  );
}
