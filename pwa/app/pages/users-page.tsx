import { useTitle } from '#pwa/app/use-title.ts';
import { UsersPage as UsersScreen } from '#pwa/features/users/users-page.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useMirror } from '#pwa/local/mirror-context.tsx';

/** /admin/users: who may enter the back office. */
export function UsersPage() {
  const { t } = useText();
  useTitle(t('titles.users'));
  return <UsersScreen ownId={useMirror().userId} />;
}
