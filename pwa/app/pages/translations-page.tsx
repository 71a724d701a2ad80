import { useNavigate, useRouter } from '@tanstack/react-router';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { TranslationsPage as TranslationsScreen } from '#pwa/features/site/translations/translations-page.tsx';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';

/** /admin/translations. Cancel goes back, or to the dashboard if there is no history. */
export function TranslationsPage() {
  const { history } = useRouter();
  const navigate = useNavigate();
  const { userId } = useMirror();

  return (
    <TranslationsScreen
      userId={userId}
      onCancel={() => {
        if (history.canGoBack()) history.back();
        else void navigate({ to: APP_PATHS.dashboard });
      }}
      onOpenPage={() => void navigate({ to: '/' })}
    />
  );
}
