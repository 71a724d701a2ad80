import { type FormEvent, useState } from 'react';
import { health } from '#contract/health.ts';
import { call } from '#pwa/api/call.ts';
import { failureText } from '#pwa/i18n/failure-text.ts';
import { type TextAccess, useText } from '#pwa/i18n/text-context.tsx';
import { endHandOver, type Opening, PIN_PATTERN, tryPin } from '#pwa/session/handed-over.ts';
import { createSession } from '#pwa/session/session.ts';
import { keepIdentity, keepRevocation } from '#pwa/session/stored-identity.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { PasswordField } from '#pwa/ui/password-field.tsx';
import { Sheet } from '#pwa/ui/sheet.tsx';
import { alertIcon } from '#pwa/ui/site-icons.ts';
import styles from './auth-form.module.css';
import { PasskeyButton } from './passkey-button.tsx';

/** Opens the back office again on a device that is in a visitor's hands: by PIN, by passkey, or by a new sign-in. */
export function UnlockSheet({ onClose }: { onClose: () => void }) {
  const { t } = useText();
  const [{ signInBy }] = useState(createSession);
  const [pin, setPin] = useState('');
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);

  async function enter(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    if (!PIN_PATTERN.test(pin)) return setError(t('booth.pinWrongForm'));
    setBusy(true);
    const opening = await tryPin(pin);
    setBusy(false);
    if (opening.kind === 'open') return open();
    setPin('');
    setError(reasonOf(t, opening));
  }

  /** The way in without the PIN. The server's session ends; unsent changes stay for its user. */
  async function signInAgain(): Promise<void> {
    setFailure(null);
    try {
      // Without a signal nobody could sign in.
      await call(health, {});
    } catch (cause) {
      setFailure(cause);
      return;
    }
    keepRevocation(true);
    keepIdentity(null);
    endHandOver();
    location.assign('/auth');
  }

  return (
    <Sheet title={t('booth.unlockTitle')} open onOpenChange={onClose}>
      <form className={styles.form} noValidate onSubmit={(event) => void enter(event)}>
        <PasswordField
          label={t('booth.pin')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={8}
          value={pin}
          error={error}
          onChange={({ target }) => {
            setPin(target.value);
            setError(undefined);
          }}
          required
        />
        {failure !== null && (
          <Notice icon={alertIcon} tone="red">
            <p role="alert">{failureText(t, failure)}</p>
          </Notice>
        )}
        <Button type="submit" size="large" busy={isBusy} busyLabel={t('booth.unlocking')}>
          {t('booth.unlock')}
        </Button>
        <PasskeyButton variant="secondary" signInBy={signInBy} onSignedIn={open} />
        <Button variant="quiet" onClick={() => void signInAgain()}>
          {t('booth.signInAgain')}
        </Button>
      </form>
    </Sheet>
  );
}

function open(): void {
  endHandOver();
  location.reload();
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
