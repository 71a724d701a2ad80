import { type FormEvent, useState } from 'react';
import { proveByPassword } from '#contract/accounts/passkeys.ts';
import { call } from '#pwa/api/call.ts';
import { accountMessage } from '#pwa/i18n/account-message.ts';
import { fieldErrorsOf } from '#pwa/i18n/failure-text.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { passkeyObstacle } from '#pwa/lib/passkey-obstacle.ts';
import { proveByOwnPasskey } from '#pwa/session/passkey.ts';
import { Button } from '#pwa/ui/button.tsx';
import { PasswordField } from '#pwa/ui/fields/password-field.tsx';
import { keyIcon } from '#pwa/ui/icons/icons.ts';
import { PasskeyFailureNotice } from '#pwa/ui/passkey-failure-notice.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { Dialog } from '#pwa/ui/windows/dialog.tsx';
import { accountCall } from './account-call.ts';
import styles from './account-page.module.css';

interface FreshSignInDialogProps {
  username: string;
  onAnswer: (isProved: boolean) => void;
}

/** Asks for the own password or passkey; the call that needs it waits meanwhile. */
export function FreshSignInDialog({ username, onAnswer }: FreshSignInDialogProps) {
  const { t } = useText();
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState<'password' | 'passkey' | null>(null);
  const [error, setError] = useState<string | undefined>();
  const [failure, setFailure] = useState<unknown>(null);

  async function prove(by: 'password' | 'passkey'): Promise<void> {
    setBusy(by);
    setError(undefined);
    setFailure(null);
    try {
      await accountCall(
        by === 'password' ? call(proveByPassword, { body: { password } }) : proveByOwnPasskey(),
      );
      onAnswer(true);
    } catch (cause) {
      const [named] = fieldErrorsOf(cause, { password });
      if (named) setError(t(accountMessage(named[1])));
      else setFailure(cause);
      setBusy(null);
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    // React bubbles events of a window to its opener, which may be another form.
    event.stopPropagation();
    if (password === '') setError(t('field.required'));
    else void prove('password');
  }

  return (
    <Dialog
      title={t('freshSignIn.title')}
      description={t('freshSignIn.text')}
      busy={busy !== null}
      onClose={() => onAnswer(false)}
    >
      <form className={`${primitives.stack4} ${styles.form}`} noValidate onSubmit={submit}>
        {failure !== null && (
          <PasskeyFailureNotice failure={failure} closed={t('freshSignIn.closed')} />
        )}
        {/* Tells password managers the username. */}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <PasswordField
          label={t('auth.form.password')}
          autoComplete="current-password"
          value={password}
          error={error}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" busy={busy === 'password'} disabled={busy === 'passkey'}>
          {t('freshSignIn.confirm')}
        </Button>
        {!passkeyObstacle() && (
          <Button
            variant="secondary"
            icon={keyIcon}
            busy={busy === 'passkey'}
            busyLabel={t('passkey.waiting')}
            disabled={busy === 'password'}
            onClick={() => void prove('passkey')}
          >
            {t('freshSignIn.passkey')}
          </Button>
        )}
      </form>
    </Dialog>
  );
}
