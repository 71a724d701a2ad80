import { NewPassword, usePasswordLink as setPassword } from '#contract/accounts/password-links.ts';
import { ApiError } from '#pwa/api/api-error.ts';
import { call } from '#pwa/api/call.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { AccountForm } from '#pwa/ui/fields/account-form.tsx';
import { PasswordField } from '#pwa/ui/fields/password-field.tsx';
import primitives from '#pwa/ui/primitives.module.css';
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
  return (
    <AccountForm
      className={`${primitives.stack4} ${styles.form}`}
      schema={NewPassword}
      blank={{ token, newPassword: '' }}
      send={(body) => call(setPassword, { body })}
      onDone={onDone}
      onFailure={(error) => {
        if (isUnusable(error)) onUnusable(error);
        return isUnusable(error);
      }}
      failed={t('account.password.failed')}
      username={username}
      submit={t('auth.newPassword.submit')}
      busyLabel={t('account.password.submitting')}
      size="large"
    >
      {(field) => (
        <PasswordField
          label={t('account.password.new')}
          hint={t('auth.register.passwordHint')}
          autoComplete="new-password"
          {...field('newPassword')}
        />
      )}
    </AccountForm>
  );
}

/** Whether a link is of no use any more, whatever the person tries. */
export function isUnusable(error: unknown): boolean {
  return error instanceof ApiError && error.problem !== null && [404, 410].includes(error.status);
}
