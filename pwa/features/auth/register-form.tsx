import { Registration, register as registration } from '#contract/accounts/registration.ts';
import { call } from '#pwa/api/call.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/fields/field.tsx';
import { NameFields } from '#pwa/ui/fields/name-fields.tsx';
import { PasswordField } from '#pwa/ui/fields/password-field.tsx';
import { useAccountForm } from '#pwa/ui/fields/use-account-form.ts';
import { alertIcon } from '#pwa/ui/icons/site-icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import styles from './auth-form.module.css';

const BLANK: Registration = { username: '', password: '', email: '', firstName: '', lastName: '' };

interface RegisterFormProps {
  /** The account exists but an admin must approve it; no session has begun. */
  onRegistered: (username: string) => void;
}

/** Registers a new account. A failure keeps the typed text. */
export function RegisterForm({ onRegistered }: RegisterFormProps) {
  const { t } = useText();
  const { register, submit, reason, errorOf, isSubmitting } = useAccountForm({
    schema: Registration,
    blank: BLANK,
    send: (body) => call(registration, { body }),
    onDone: ({ username }) => {
      showToast({
        title: t('auth.register.success'),
        description: t('auth.register.successDescription'),
      });
      onRegistered(username);
    },
    onFailure: () => {
      showToast({
        title: t('auth.register.error'),
        description: t('auth.register.errorDescription'),
        kind: 'destructive',
      });
      return false;
    },
  });

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      {reason !== null && (
        <Notice icon={alertIcon} tone="red">
          {reason}
        </Notice>
      )}
      <Field
        label={t('auth.form.username')}
        placeholder={t('auth.form.usernamePlaceholder')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={errorOf('username')}
        {...register('username')}
      />
      <PasswordField
        label={t('auth.form.password')}
        hint={t('auth.register.passwordHint')}
        autoComplete="new-password"
        required
        error={errorOf('password')}
        {...register('password')}
      />
      <Field
        label={t('auth.form.email')}
        placeholder={t('auth.form.emailPlaceholder')}
        type="email"
        inputMode="email"
        autoComplete="email"
        required
        error={errorOf('email')}
        {...register('email')}
      />
      <NameFields register={register} errorOf={errorOf} />
      <Button
        type="submit"
        size="large"
        busy={isSubmitting}
        busyLabel={t('auth.register.submitting')}
      >
        {t('auth.register.submit')}
      </Button>
    </form>
  );
}
