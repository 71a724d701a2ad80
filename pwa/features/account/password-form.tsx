import { changePassword, PasswordChange } from '#contract/auth.ts';
import { call } from '#pwa/api/call.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';
import { Button } from '#pwa/ui/button.tsx';
import { PasswordField } from '#pwa/ui/fields/password-field.tsx';
import { useAccountForm } from '#pwa/ui/fields/use-account-form.ts';
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
  const { register, submit, reason, errorOf, isSubmitting } = useAccountForm({
    schema: PasswordChange,
    blank: BLANK,
    send: (body) => accountCall(call(changePassword, { body })),
    onDone: onChanged,
  });

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
        busy={isSubmitting}
        busyLabel={t('account.password.submitting')}
      >
        {t('account.password.submit')}
      </Button>
    </form>
  );
}
