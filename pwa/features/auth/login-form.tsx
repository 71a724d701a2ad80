import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import { Credentials, type CurrentUser } from '#contract/auth.ts';
import { accountMessage } from '#pwa/i18n/account-message.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useErrorOf } from '#pwa/i18n/use-error-of.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/fields/field.tsx';
import { PasswordField } from '#pwa/ui/fields/password-field.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import styles from './auth-form.module.css';
import { needsSecondFactor, signInReason } from './sign-in-reason.ts';

interface LoginFormProps {
  /** The initial username, for example the one just registered. */
  username: string;
  /** Throws an Error whose cause is the ApiError or Unreachable. */
  signIn: (credentials: Credentials) => Promise<CurrentUser>;
  /** Called once the session exists. */
  onSignedIn: (user: CurrentUser) => void;
  /** The password was right; a passkey or a recovery code must follow. */
  onSecondFactor: () => void;
}

/** Username and password. A failure keeps the typed text. */
export function LoginForm({ username, signIn, onSignedIn, onSecondFactor }: LoginFormProps) {
  const { t } = useText();
  const { register, handleSubmit, formState, setFocus, setError } = useForm<Credentials>({
    resolver: valibotResolver(Credentials),
    defaultValues: { username, password: '' },
  });
  const { errors, isSubmitting, isSubmitSuccessful } = formState;
  const errorOf = useErrorOf(errors, accountMessage);

  const submit = handleSubmit(async (credentials) => {
    let user: CurrentUser;
    try {
      user = await signIn(credentials);
    } catch (error) {
      if (needsSecondFactor(error)) {
        onSecondFactor();
        throw error;
      }
      const message = signInReason(t, error);
      showToast({ title: t('auth.login.error'), description: message, kind: 'destructive' });
      setError('root', { message });
      setFocus('password', { shouldSelect: true });
      throw error;
    }
    onSignedIn(user);
  });

  return (
    <form
      className={`${primitives.stack4} ${styles.form}`}
      noValidate
      onSubmit={(event) => void submit(event).catch(() => undefined)}
    >
      <Field
        label={t('auth.form.username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={errorOf('username')}
        {...register('username')}
      />
      <PasswordField
        label={t('auth.form.password')}
        autoComplete="current-password"
        required
        error={errorOf('password')}
        {...register('password')}
      />
      {/* The toast announces it. */}
      {errors.root && <Notice tone="red">{errors.root.message}</Notice>}
      <Button
        type="submit"
        size="large"
        busy={isSubmitting || isSubmitSuccessful}
        busyLabel={t('auth.login.submitting')}
      >
        {t('auth.login.submit')}
      </Button>
    </form>
  );
}
