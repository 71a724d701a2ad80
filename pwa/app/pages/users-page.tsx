import { UsersPage as UsersScreen } from '#pwa/features/users/users-page.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import { useTitle } from '#pwa/ui/use-title.ts';

/** /admin/users: the accounts and their roles. */
export function UsersPage() {
  const { t } = useText();
  useTitle(t('titles.users'));
  return <UsersScreen ownId={useMirror().userId} />;
}
