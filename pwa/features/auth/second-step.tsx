import { type FormEvent, useEffect, useRef, useState } from 'react';
import { loginByRecoveryCode } from '#contract/accounts/passkeys.ts';
import type { CurrentUser } from '#contract/auth.ts';
import { call } from '#pwa/api/call.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { passkeyObstacle } from '#pwa/lib/passkey-obstacle.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/fields/field.tsx';
import { infoIcon } from '#pwa/ui/icons/icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import styles from './auth-form.module.css';
import { PasskeyButton } from './passkey-button.tsx';
import { signInReason } from './sign-in-reason.ts';

interface SecondStepProps {
  signInBy: (enter: () => Promise<CurrentUser>) => Promise<CurrentUser>;
  onSignedIn: (user: CurrentUser) => void;
  onBack: () => void;
}

/** After the right password: a passkey, or a recovery code. */
export function SecondStep({ signInBy, onSignedIn, onBack }: SecondStepProps) {
  const { t } = useText();
  const [code, setCode] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [reason, setReason] = useState<string | undefined>();
  const step = useRef<HTMLDivElement>(null);
  const obstacle = passkeyObstacle();

  // The form of the password, which had the focus, is gone.
  useEffect(() => step.current?.querySelector<HTMLElement>('button, input')?.focus(), []);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (code.trim() === '') return setReason(t('field.required'));
    setIsBusy(true);
    setReason(undefined);
    try {
      const user = await signInBy(() => call(loginByRecoveryCode, { body: { code } }));
      onSignedIn(user);
    } catch (error) {
      setReason(signInReason(t, error));
      setIsBusy(false);
    }
  }

  return (
    <div ref={step} className={`${primitives.stack4} ${styles.form}`}>
      {obstacle && <Notice icon={infoIcon}>{t(`passkey.${obstacle}`)}</Notice>}
      <PasskeyButton variant="primary" signInBy={signInBy} onSignedIn={onSignedIn} />
      <form
        className={`${primitives.stack4} ${styles.form}`}
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <Field
          label={t('auth.second.code')}
          hint={t('auth.second.codeHint')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          value={code}
          error={reason}
          onChange={(event) => setCode(event.target.value)}
        />
        <Button
          type="submit"
          variant={obstacle ? 'primary' : 'secondary'}
          size="large"
          busy={isBusy}
          busyLabel={t('auth.login.submitting')}
        >
          {t('auth.second.submit')}
        </Button>
      </form>
      <Button variant="quiet" onClick={onBack}>
        {t('auth.second.back')}
      </Button>
    </div>
  );
}
