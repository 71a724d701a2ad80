import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import { Credentials, type CurrentUser } from '#contract/auth.ts';
import { ApiError, Unreachable } from '#pwa/api/api-error.ts';
import { accountMessage } from '#pwa/i18n/account-message.ts';
import { failureText } from '#pwa/i18n/failure-text.ts';
import { type TextAccess, useText } from '#pwa/i18n/text-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { PasswordField } from '#pwa/ui/password-field.tsx';
import { showToast } from '#pwa/ui/toast-store.ts';
import styles from './auth-form.module.css';

interface LoginFormProps {
  /** The initial username, for example the one just registered. */
  username: string;
  /** Throws an Error whose cause is the ApiError or Unreachable. */
  signIn: (credentials: Credentials) => Promise<CurrentUser>;
  /** Called once the session exists. */
  onSignedIn: (user: CurrentUser) => void;
}

/** Username and password. A failure keeps the typed text. */
export function LoginForm({ username, signIn, onSignedIn }: LoginFormProps) {
  const { t } = useText();
  const { register, handleSubmit, formState, setFocus } = useForm<Credentials>({
    resolver: valibotResolver(Credentials),
    defaultValues: { username, password: '' },
  });
  const { errors, isSubmitting, isSubmitSuccessful } = formState;

  const submit = handleSubmit(async (credentials) => {
    let user: CurrentUser;
    try {
      user = await signIn(credentials);
    } catch (error) {
      showToast({
        title: t('auth.login.error'),
        description: reasonOf(t, error),
        kind: 'destructive',
      });
      setFocus('password', { shouldSelect: true });
      throw error;
    }
    showToast({ title: t('auth.login.success'), description: t('auth.login.redirecting') });
    onSignedIn(user);
  });

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => void submit(event).catch(() => undefined)}
    >
      <Field
        label={t('auth.form.username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={errors.username?.message && t(accountMessage(errors.username.message))}
        {...register('username')}
      />
      <PasswordField
        label={t('auth.form.password')}
        autoComplete="current-password"
        required
        error={errors.password?.message && t(accountMessage(errors.password.message))}
        {...register('password')}
      />
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

/** The reason: our refusals in the person's language, else the message of the answer. */
function reasonOf(t: TextAccess['t'], error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Unreachable) return t('auth.login.offline');
  if (!(cause instanceof ApiError)) return t('auth.login.genericError');
  return cause.problem ? failureText(t, cause) : (cause.said ?? t('auth.login.genericError'));
}
