import { Navigate, useRouterState } from '@tanstack/react-router';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { PasswordForm } from '#pwa/features/account/password-form.tsx';
import { AuthFrame } from '#pwa/features/auth/auth-frame.tsx';
import { PasswordLinkPage } from '#pwa/features/auth/password-link-page.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import { takeWanted } from '#pwa/lib/storage/wanted.ts';
import { useAuth } from '#pwa/session/auth-provider.tsx';
import { Spinner } from '#pwa/ui/spinner.tsx';
import { carryToast } from '#pwa/ui/toasts/carried-toast.ts';

/**
 * /auth/new-password. Sets a new password by the one-time link that leads here, whose token is behind `#`;
 * without one, for a signed-in user whose password was made up.
 */
export function NewPasswordPage() {
  const { t } = useText();
  const { user, loading } = useAuth();
  const token = useRouterState({ select: ({ location }) => location.hash });

  if (token) return <PasswordLinkPage key={token} token={token} />;
  if (loading) return <Spinner page />;
  if (!user) return <Navigate to={APP_PATHS.auth} replace />;
  if (!user.mustChangePassword) return <Navigate to={APP_PATHS.account} replace />;
  return (
    <AuthFrame title={t('auth.newPassword.title')} subtitle={t('auth.newPassword.madeUp')}>
      <PasswordForm
        username={user.username}
        onChanged={() => {
          carryToast({ title: t('account.password.changed') });
          location.assign(takeWanted() ?? APP_PATHS.dashboard);
        }}
      />
    </AuthFrame>
  );
}
