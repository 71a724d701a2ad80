import { type FormEvent, useEffect, useRef, useState } from 'react';
import { proveByPassword } from '#contract/accounts/passkeys.ts';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { ApiError } from '#pwa/api/api-error.ts';
import { call } from '#pwa/api/call.ts';
import { accountMessage } from '#pwa/i18n/account-message.ts';
import { fieldErrorsOf } from '#pwa/i18n/failure-text.ts';
import { type TextAccess, useText } from '#pwa/i18n/text-context.tsx';
import { passkeyObstacle } from '#pwa/lib/passkey-obstacle.ts';
import { endHandOver, type Opening, PIN_PATTERN, tryPin } from '#pwa/session/handed-over.ts';
import { proveByOwnPasskey } from '#pwa/session/passkey.ts';
import { keepIdentity, keepRevocation, storedIdentity } from '#pwa/session/stored-identity.ts';
import { Button } from '#pwa/ui/button.tsx';
import { PasswordField } from '#pwa/ui/fields/password-field.tsx';
import { keyIcon } from '#pwa/ui/icons/icons.ts';
import { PasskeyFailureNotice } from '#pwa/ui/passkey-failure-notice.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { Sheet } from '#pwa/ui/windows/sheet.tsx';
import styles from './auth-form.module.css';

type Busy = 'pin' | 'password' | 'passkey' | null;

/**
 * Opens the back office again on a device that is in a visitor's hands: by PIN, or by a passkey or the password of the
 * user who handed it over. Until then the session and the lock stay, whatever a visitor tries.
 */
export function UnlockSheet({ onClose }: { onClose: () => void }) {
  const { t } = useText();
  const [by, setBy] = useState<'pin' | 'password'>('pin');
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState<Busy>(null);
  const form = useRef<HTMLFormElement>(null);

  // The button that had the focus is gone, or the next try is typed.
  useEffect(() => {
    if (by === 'pin' && error === undefined) return;
    form.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus();
  }, [by, error]);

  async function enterPin(): Promise<void> {
    if (!PIN_PATTERN.test(typed)) return setError(t('booth.pinWrongForm'));
    setBusy('pin');
    const opening = await tryPin(typed);
    setBusy(null);
    if (opening.kind === 'open') return open();
    setTyped('');
    setError(reasonOf(t, opening));
  }

  async function prove(proof: 'password' | 'passkey'): Promise<void> {
    setBusy(proof);
    setError(undefined);
    setFailure(null);
    const password = typed;
    try {
      if (proof === 'passkey') await proveByOwnPasskey();
      else await call(proveByPassword, { body: { password } });
      open();
    } catch (cause) {
      // The server has ended the session: no proof can be given, and nothing is left to lock.
      if (cause instanceof ApiError && cause.problem?.code === 'signed-out') return signIn();
      const [named] = fieldErrorsOf(cause, { password });
      if (named) setError(t(accountMessage(named[1])));
      else setFailure(cause);
      setBusy(null);
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (busy) return;
    if (by === 'pin') void enterPin();
    else if (typed === '') setError(t('field.required'));
    else void prove('password');
  }

  function forgotten(): void {
    setBy('password');
    setTyped('');
    setError(undefined);
    setFailure(null);
  }

  return (
    <Sheet title={t('booth.unlockTitle')} onClose={onClose}>
      <form
        ref={form}
        className={`${primitives.stack4} ${styles.form}`}
        noValidate
        onSubmit={submit}
      >
        {/* Tells password managers the username. */}
        {by === 'password' && (
          <input
            type="text"
            autoComplete="username"
            value={storedIdentity()?.username ?? ''}
            readOnly
            hidden
          />
        )}
        <PasswordField
          key={by}
          label={t(by === 'pin' ? 'booth.pin' : 'auth.form.password')}
          inputMode={by === 'pin' ? 'numeric' : undefined}
          autoComplete={by === 'pin' ? 'off' : 'current-password'}
          maxLength={by === 'pin' ? 8 : undefined}
          value={typed}
          error={error}
          onChange={({ target }) => {
            setTyped(target.value);
            setError(undefined);
          }}
          required
        />
        {failure !== null && (
          <PasskeyFailureNotice failure={failure} closed={t('freshSignIn.closed')} />
        )}
        <Button
          type="submit"
          size="large"
          busy={busy === by}
          disabled={busy === 'passkey'}
          busyLabel={t('booth.unlocking')}
        >
          {t('booth.unlock')}
        </Button>
        {!passkeyObstacle() && (
          <Button
            variant="secondary"
            size="large"
            icon={keyIcon}
            busy={busy === 'passkey'}
            disabled={busy === by}
            busyLabel={t('passkey.waiting')}
            onClick={() => void prove('passkey')}
          >
            {t('freshSignIn.passkey')}
          </Button>
        )}
        {by === 'pin' && (
          <Button variant="quiet" onClick={forgotten}>
            {t('booth.byPassword')}
          </Button>
        )}
      </form>
    </Sheet>
  );
}

function open(): void {
  endHandOver();
  // The focus starts there.
  location.hash = 'main';
  location.reload();
}

/** Unsent changes stay for their user. */
function signIn(): void {
  keepRevocation(true);
  keepIdentity(null);
  endHandOver();
  location.assign(APP_PATHS.auth);
}

function reasonOf(t: TextAccess['t'], opening: Exclude<Opening, { kind: 'open' }>): string {
  switch (opening.kind) {
    case 'wrong':
      return t('booth.wrong', { left: opening.left });
    case 'wait':
      return t('booth.wait', { seconds: Math.ceil((opening.until - Date.now()) / 1_000) });
    case 'spent':
      return t('booth.spent');
  }
}
