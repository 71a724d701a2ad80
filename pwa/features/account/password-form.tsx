import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { changePassword, PasswordChange } from '#contract/auth.ts';
import { call } from '#pwa/api/call.ts';
import { fieldErrorsOf } from '#pwa/api/field-errors.ts';
import { accountMessage } from '#pwa/i18n/account-message.ts';
import { failureText } from '#pwa/i18n/failure-text.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useErrorOf } from '#pwa/i18n/use-error-of.ts';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';
import { Button } from '#pwa/ui/button.tsx';
import { PasswordField } from '#pwa/ui/fields/password-field.tsx';
import { offlineIcon } from '#pwa/ui/icons/icons.ts';
import { alertIcon } from '#pwa/ui/icons/site-icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { accountCall } from './account-call.ts';
import styles from './account-page.module.css';

const BLANK: PasswordChange = { currentPassword: '', newPassword: '' };

interface PasswordFormProps {
  username: string;
  onChanged: () => void;
}

/** Changes the own password; the server ends the sessions of all other devices. */
export function PasswordForm({ username, onChanged }: PasswordFormProps) {
  const { t } = useText();
  const isOffline = useIsOffline();
  const [reason, setReason] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError, reset } = useForm<PasswordChange>({
    resolver: valibotResolver(PasswordChange),
    defaultValues: BLANK,
  });

  const errorOf = useErrorOf(formState.errors, accountMessage);

  const submit = handleSubmit(async (body) => {
    setReason(null);
    try {
      await accountCall(call(changePassword, { body }));
    } catch (error) {
      explain(error);
      return;
    }
    reset(BLANK);
    onChanged();
  });

  /** Shows the reason at the field that the server named, else above the form. */
  function explain(error: unknown): void {
    const named = fieldErrorsOf(error, BLANK);
    for (const [name, message] of named) setError(name, { message }, { shouldFocus: true });
    if (named.length === 0) setReason(failureText(t, error));
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      {isOffline && <Notice icon={offlineIcon}>{t('account.password.offline')}</Notice>}
      {reason !== null && (
        <Notice icon={alertIcon} tone="red" title={t('account.password.failed')}>
          {reason}
        </Notice>
      )}
      {/* Tells password managers the username. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label={t('account.password.current')}
        autoComplete="current-password"
        required
        error={errorOf('currentPassword')}
        {...register('currentPassword')}
      />
      <PasswordField
        label={t('account.password.new')}
        hint={t('auth.register.passwordHint')}
        autoComplete="new-password"
        required
        error={errorOf('newPassword')}
        {...register('newPassword')}
      />
      <Button
        type="submit"
        disabled={isOffline}
        busy={formState.isSubmitting}
        busyLabel={t('account.password.submitting')}
      >
        {t('account.password.submit')}
      </Button>
    </form>
  );
}
