import type { CurrentUser } from '#contract/auth.ts';
import { InstallButton } from '#pwa/app/install/install-button.tsx';
import { LogOut } from '#pwa/app/log-out.tsx';
import { AccountPage as AccountScreen } from '#pwa/features/account/account-page.tsx';
import { useAuth } from '#pwa/session/auth-provider.tsx';
import { keepIdentity, storedIdentity } from '#pwa/session/stored-identity.ts';
import { IDENTITY_KEY } from '#pwa/session/user-here.ts';

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

/** Stores what the server now says of the signed-in user; every tab shows it. */
function renewIdentity(user: CurrentUser): void {
  if (storedIdentity()?.id !== user.id) return;
  keepIdentity(user);
  // Only other tabs hear of a change of the storage by themselves.
  window.dispatchEvent(new StorageEvent('storage', { key: IDENTITY_KEY }));
}
