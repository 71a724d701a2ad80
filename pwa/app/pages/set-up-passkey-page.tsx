import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { FreshSignInWindow } from '#pwa/app/fresh-sign-in-window.tsx';
import { NewPasskeyForm } from '#pwa/features/account/new-passkey-form.tsx';
import { RecoveryCodesDialog } from '#pwa/features/account/recovery-codes-dialog.tsx';
import { AuthFrame } from '#pwa/features/auth/auth-frame.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import { takeWanted } from '#pwa/lib/storage/wanted.ts';
import { useAuth } from '#pwa/session/auth-provider.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { logoutIcon } from '#pwa/ui/icons/icons.ts';
import { Spinner } from '#pwa/ui/spinner.tsx';
import styles from './set-up-passkey-page.module.css';

/** /auth/passkey. Sets up the passkey without which the server refuses this user's calls. */
export function SetUpPasskeyPage() {
  const { t } = useText();
  const { user, loading, signOut } = useAuth();
  const [codes, setCodes] = useState<readonly string[]>([]);

  if (loading) return <Spinner page />;
  if (!user) return <Navigate to={APP_PATHS.auth} replace />;
  if (!user.mustSetUpPasskey) return <Navigate to={APP_PATHS.account} replace />;
  const leave = () =>
    location.assign(
      takeWanted() ?? (user.areas.includes('dashboard') ? APP_PATHS.dashboard : APP_PATHS.account),
    );
  return (
    <AuthFrame title={t('auth.passkey.title')} subtitle={t('auth.passkey.text')}>
      <NewPasskeyForm
        onAdded={(made) => {
          if (made.length > 0) setCodes(made);
          else leave();
        }}
      />
      <div className={styles.leave}>
        <Button variant="quiet" icon={logoutIcon} onClick={() => void signOut('keep')}>
          {t('navigation.logout')}
        </Button>
      </div>
      <FreshSignInWindow />
      {codes.length > 0 && <RecoveryCodesDialog codes={codes} onClose={leave} />}
    </AuthFrame>
  );
}
