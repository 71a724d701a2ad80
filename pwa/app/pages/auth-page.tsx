import { Navigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { PageSpinner } from '#pwa/app/page-spinner.tsx';
import { useTitle } from '#pwa/app/use-title.ts';
import { AuthPage as AuthScreen } from '#pwa/features/auth/auth-page.tsx';
import { ShareMenu } from '#pwa/features/share/share-menu.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useAuth } from '#pwa/session/auth-provider.tsx';
import { useSyncStatus } from '#pwa/sync/status-store.ts';

/** Long enough to read that it worked, in milliseconds. */
const READ = 700;

/**
 * /auth: who arrives signed in goes on to the dashboard; who signs in here is taken to / by
 * the browser, where the way on to a wanted page is offered.
 */
export function AuthPage() {
  const { t } = useText();
  const { user, loading, signIn } = useAuth();
  const { link, signedOut } = useSyncStatus();
  const signingIn = useRef(false);
  useTitle(t('titles.auth'));

  if (loading && !signingIn.current) return <PageSpinner />;
  if (user && !signedOut && !signingIn.current) return <Navigate to="/dashboard" replace />;

  return (
    <>
      <AuthScreen
        notice={noticeKey(link === 'offline', signedOut)}
        signIn={async (credentials) => {
          signingIn.current = true;
          try {
            return await signIn(credentials);
          } catch (error) {
            signingIn.current = false;
            throw error;
          }
        }}
        onSignedIn={() => setTimeout(() => location.assign('/'), READ)}
      />
      <ShareMenu />
    </>
  );

  function noticeKey(offline: boolean, expired: boolean): string | null {
    if (offline) return t('auth.login.offline');
    return expired ? t('auth.login.expired') : null;
  }
}
