import { changePassword, PasswordChange } from '#contract/auth.ts';
import { call } from '#pwa/api/call.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { AccountForm } from '#pwa/ui/fields/account-form.tsx';
import { PasswordField } from '#pwa/ui/fields/password-field.tsx';
import primitives from '#pwa/ui/primitives.module.css';
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
  return (
    <AccountForm
      className={`${primitives.stack4} ${styles.form}`}
      schema={PasswordChange}
      blank={BLANK}
      send={(body) => accountCall(call(changePassword, { body }))}
      onDone={onChanged}
      offline={t('account.password.offline')}
      failed={t('account.password.failed')}
      username={username}
      submit={t('account.password.submit')}
      busyLabel={t('account.password.submitting')}
    >
      {(field) => (
        <>
          <PasswordField
            label={t('account.password.current')}
            autoComplete="current-password"
            {...field('currentPassword')}
          />
          <PasswordField
            label={t('account.password.new')}
            hint={t('auth.register.passwordHint')}
            autoComplete="new-password"
            {...field('newPassword')}
          />
        </>
      )}
    </AccountForm>
  );
}
