import { Navigate, Outlet, useMatches, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { rememberWanted } from '#pwa/lib/storage/wanted.ts';
import { useAuth } from '#pwa/session/auth-provider.tsx';
import { Spinner } from '#pwa/ui/spinner.tsx';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import { decideEntry } from './entry-decision.ts';
import { useLeaving } from './leaving.ts';

// Redirects ignore blockers: the form of a session that is over, which is just leaving the page, would hold them up.

/** Renders the open route for users who may see it, by the route's flags; redirects everybody else. */
export function Guard() {
  const { user, loading, standIn } = useAuth();
  const { leaving } = useLeaving();
  const flags = useMatches({ select: (matches) => matches.at(-1)?.staticData });

  switch (leaving ? 'wait' : decideEntry({ user, loading, standIn }, flags)) {
    case 'wait':
      return <Spinner page />;
    case 'sign-in':
      return <ToSignIn />;
    case 'new-password':
      return <Navigate to={APP_PATHS.newPassword} replace ignoreBlocker />;
    case 'set-up-passkey':
      return <Navigate to={APP_PATHS.setUpPasskey} replace ignoreBlocker />;
    case 'deny':
      return <Denied />;
    case 'enter':
      return <Outlet />;
  }
}

function ToSignIn() {
  const wanted = useRouterState({ select: ({ location }) => location.href });

  useEffect(() => rememberWanted(wanted), [wanted]);
  return <Navigate to={APP_PATHS.auth} replace ignoreBlocker />;
}

function Denied() {
  const { t } = useText();
  const title = t('accessDenied.title');
  const description = t('accessDenied.description');

  useEffect(() => {
    showToast({ title, description, kind: 'destructive' });
  }, [title, description]);
  return <Navigate to="/" replace ignoreBlocker />;
}
