import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { NewPassword, usePasswordLink as setPassword } from '#contract/accounts/password-links.ts';
import { ApiError } from '#pwa/api/api-error.ts';
import { call } from '#pwa/api/call.ts';
import { fieldErrorsOf } from '#pwa/api/field-errors.ts';
import { accountMessage } from '#pwa/i18n/account-message.ts';
import { failureText } from '#pwa/i18n/failure-text.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useErrorOf } from '#pwa/i18n/use-error-of.ts';
import { Button } from '#pwa/ui/button.tsx';
import { PasswordField } from '#pwa/ui/fields/password-field.tsx';
import { alertIcon } from '#pwa/ui/icons/site-icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import styles from './auth-form.module.css';

interface NewPasswordFormProps {
  /** Of the one-time link. */
  token: string;
  username: string;
  onDone: () => void;
  /** The link is used, expired or replaced by now. */
  onUnusable: (error: unknown) => void;
}

/** The new password. A failure keeps the typed text. */
export function NewPasswordForm({ token, username, onDone, onUnusable }: NewPasswordFormProps) {
  const { t } = useText();
  const [reason, setReason] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError } = useForm<NewPassword>({
    resolver: valibotResolver(NewPassword),
    defaultValues: { token, newPassword: '' },
  });
  const errorOf = useErrorOf(formState.errors, accountMessage);

  const submit = handleSubmit(async (body) => {
    setReason(null);
    try {
      await call(setPassword, { body });
    } catch (error) {
      explain(error);
      return;
    }
    onDone();
  });

  /** Shows the reason at the field that the server named, else above the form. */
  function explain(error: unknown): void {
    if (isUnusable(error)) {
      onUnusable(error);
      return;
    }
    const named = fieldErrorsOf(error, { newPassword: '' });
    for (const [name, message] of named) setError(name, { message }, { shouldFocus: true });
    if (named.length === 0) setReason(failureText(t, error));
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      {reason !== null && (
        <Notice icon={alertIcon} tone="red" title={t('account.password.failed')}>
          {reason}
        </Notice>
      )}
      {/* Tells password managers the username. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
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
        size="large"
        busy={formState.isSubmitting}
        busyLabel={t('account.password.submitting')}
      >
        {t('auth.newPassword.submit')}
      </Button>
    </form>
  );
}

/** Whether a link is of no use any more, whatever the person tries. */
export function isUnusable(error: unknown): boolean {
  return error instanceof ApiError && [404, 410].includes(error.status);
}
