import { useCallback, useEffect, useState } from 'react';
import { readPasswordLink } from '#contract/accounts/password-links.ts';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { call } from '#pwa/api/call.ts';
import { failureText } from '#pwa/i18n/failure-text.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { ButtonLink } from '#pwa/ui/button-link.tsx';
import { checkIcon } from '#pwa/ui/icons/site-icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { RetryButton } from '#pwa/ui/retry-button.tsx';
import { Spinner } from '#pwa/ui/spinner.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { isUnusable, NewPasswordForm } from './new-password-form.tsx';

/** Chooses a new password by a one-time link, or says why the link does not work. */
export function PasswordLinkPage({ token }: { token: string }) {
  const { t } = useText();
  const { username, failure, fail, read } = useLink(token);
  const [isDone, setIsDone] = useState(false);

  const toLogin = (
    <ButtonLink variant={isDone ? 'primary' : 'secondary'} href={APP_PATHS.auth}>
      {t('auth.newPassword.toLogin')}
    </ButtonLink>
  );
  if (isDone) {
    return (
      <AuthFrame title={t('auth.newPassword.title')} subtitle={t('auth.newPassword.done')}>
        <Notice icon={checkIcon} actions={toLogin}>
          {t('auth.newPassword.doneText')}
        </Notice>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title={t('auth.newPassword.title')}
      subtitle={
        username === null
          ? t('auth.newPassword.subtitle')
          : t('auth.newPassword.for', { name: username })
      }
    >
      {failure !== null && (
        <Notice
          tone="red"
          title={t('auth.newPassword.failed')}
          actions={isUnusable(failure) ? toLogin : <RetryButton onClick={read} />}
        >
          {failureText(t, failure)}
        </Notice>
      )}
      {failure === null && username === null && <Spinner label={t('common.loading')} />}
      {failure === null && username !== null && (
        <NewPasswordForm
          token={token}
          username={username}
          onDone={() => setIsDone(true)}
          onUnusable={fail}
        />
      )}
    </AuthFrame>
  );
}

/** Whose link it is, or why it cannot be read. */
function useLink(token: string) {
  const [username, setUsername] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);

  const read = useCallback(async () => {
    setFailure(null);
    try {
      setUsername((await call(readPasswordLink, { body: { token } })).username);
    } catch (error) {
      setFailure(error);
    }
  }, [token]);
  useEffect(() => void read(), [read]);
  return { username, failure, fail: setFailure, read: () => void read() };
}
