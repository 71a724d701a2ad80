import { useNavigate, useRouter } from '@tanstack/react-router';
import { TranslationsPage as TranslationsScreen } from '#pwa/features/translations/translations-page.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { useTitle } from '#pwa/ui/screen/use-title.ts';

/** /admin/translations. Cancel goes back, or to the dashboard if there is no history. */
export function TranslationsPage() {
  const { t } = useText();
  const { history } = useRouter();
  const navigate = useNavigate();
  const { userId } = useMirror();
  useTitle(t('titles.translations'));

  return (
    <TranslationsScreen
      userId={userId}
      onCancel={() => {
        if (history.canGoBack()) history.back();
        else void navigate({ to: '/dashboard' });
      }}
      onOpenPage={() => void navigate({ to: '/' })}
    />
  );
}
