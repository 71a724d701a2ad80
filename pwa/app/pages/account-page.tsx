import { InstallButton } from '#pwa/app/install/install-button.tsx';
import { LogOut } from '#pwa/app/log-out.tsx';
import { AccountPage as AccountScreen } from '#pwa/features/account/account-page.tsx';
import { useAuth } from '#pwa/session/auth-provider.tsx';
import { renewIdentity } from '#pwa/session/renew-identity.ts';

/** /account: the own name, password and devices, for every signed-in user. */
export function AccountPage() {
  const { user } = useAuth();
  return (
    user && (
      <AccountScreen
        user={user}
        onChanged={renewIdentity}
        install={<InstallButton />}
        logOut={<LogOut />}
      />
    )
  );
}
