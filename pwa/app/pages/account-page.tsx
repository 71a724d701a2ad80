import { InstallButton } from '#pwa/app/install/install-button.tsx';
import { LogOut } from '#pwa/app/log-out.tsx';
import { AccountPage as AccountScreen } from '#pwa/features/account/account-page.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useAuth } from '#pwa/session/auth-provider.tsx';
import { useTitle } from '#pwa/ui/screen/use-title.ts';

/** /account: the own name, password and devices, for every signed-in user. */
export function AccountPage() {
  const { t } = useText();
  const { user } = useAuth();
  useTitle(t('titles.account'));
  return user && <AccountScreen user={user} install={<InstallButton />} logOut={<LogOut />} />;
}
