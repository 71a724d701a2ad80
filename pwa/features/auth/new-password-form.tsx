import { NewPassword, usePasswordLink as setPassword } from '#contract/accounts/password-links.ts';
import { ApiError } from '#pwa/api/api-error.ts';
import { call } from '#pwa/api/call.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { PasswordField } from '#pwa/ui/fields/password-field.tsx';
import { useAccountForm } from '#pwa/ui/fields/use-account-form.ts';
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
  const { register, submit, reason, errorOf, isSubmitting } = useAccountForm({
    schema: NewPassword,
    blank: { token, newPassword: '' },
    send: (body) => call(setPassword, { body }),
    onDone,
    onFailure: (error) => {
      if (isUnusable(error)) onUnusable(error);
      return isUnusable(error);
    },
  });

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
        busy={isSubmitting}
        busyLabel={t('account.password.submitting')}
      >
        {t('auth.newPassword.submit')}
      </Button>
    </form>
  );
}

/** Whether a link is of no use any more, whatever the person tries. */
export function isUnusable(error: unknown): boolean {
  return error instanceof ApiError && error.problem !== null && [404, 410].includes(error.status);
}
