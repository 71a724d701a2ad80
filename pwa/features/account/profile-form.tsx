import { changeProfile, Profile } from '#contract/accounts/profile.ts';
import type { CurrentUser } from '#contract/auth.ts';
import { call } from '#pwa/api/call.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/fields/field.tsx';
import { NameFields } from '#pwa/ui/fields/name-fields.tsx';
import { useAccountForm } from '#pwa/ui/fields/use-account-form.ts';
import { offlineIcon } from '#pwa/ui/icons/icons.ts';
import { alertIcon } from '#pwa/ui/icons/site-icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import { accountCall } from './account-call.ts';
import styles from './account-page.module.css';

interface ProfileFormProps {
  profile: Profile;
  onChanged: (user: CurrentUser) => void;
}

/** Changes the own name and e-mail address. */
export function ProfileForm({ profile, onChanged }: ProfileFormProps) {
  const { t } = useText();
  const isOffline = useIsOffline();
  const { register, submit, reason, errorOf, isSubmitting } = useAccountForm({
    schema: Profile,
    blank: profile,
    send: async (body) => onChanged(await accountCall(call(changeProfile, { body }))),
    onDone: () => showToast({ title: t('account.changed') }),
  });

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      {isOffline && <Notice icon={offlineIcon}>{t('account.offline')}</Notice>}
      {reason !== null && (
        <Notice icon={alertIcon} tone="red" title={t('account.notChanged')}>
          {reason}
        </Notice>
      )}
      <NameFields register={register} errorOf={errorOf} />
      <Field
        label={t('account.email')}
        hint={t('account.emailHint')}
        type="email"
        inputMode="email"
        autoComplete="email"
        required
        error={errorOf('email')}
        {...register('email')}
      />
      <Button
        type="submit"
        disabled={isOffline}
        busy={isSubmitting}
        busyLabel={t('account.password.submitting')}
      >
        {t('account.submit')}
      </Button>
    </form>
  );
}
