import { Registration, register as registration } from '#contract/accounts/registration.ts';
import { call } from '#pwa/api/call.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { AccountForm } from '#pwa/ui/fields/account-form.tsx';
import { Field } from '#pwa/ui/fields/field.tsx';
import { NameFields } from '#pwa/ui/fields/name-fields.tsx';
import { PasswordField } from '#pwa/ui/fields/password-field.tsx';
import primitives from '#pwa/ui/primitives.module.css';
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
  return (
    <AccountForm
      className={`${primitives.stack4} ${styles.form}`}
      schema={Registration}
      blank={BLANK}
      send={(body) => call(registration, { body })}
      onDone={({ username }) => {
        showToast({
          title: t('auth.register.success'),
          description: t('auth.register.successDescription'),
        });
        onRegistered(username);
      }}
      onFailure={() => {
        showToast({
          title: t('auth.register.error'),
          description: t('auth.register.errorDescription'),
          kind: 'destructive',
        });
        return false;
      }}
      submit={t('auth.register.submit')}
      busyLabel={t('auth.register.submitting')}
      size="large"
    >
      {(field) => (
        <>
          <Field
            label={t('auth.form.username')}
            placeholder={t('auth.form.usernamePlaceholder')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...field('username')}
          />
          <PasswordField
            label={t('auth.form.password')}
            hint={t('auth.register.passwordHint')}
            autoComplete="new-password"
            {...field('password')}
          />
          <Field
            label={t('auth.form.email')}
            placeholder={t('auth.form.emailPlaceholder')}
            type="email"
            inputMode="email"
            autoComplete="email"
            {...field('email')}
          />
          <NameFields field={field} />
        </>
      )}
    </AccountForm>
  );
}
