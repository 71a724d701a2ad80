import { changeProfile, Profile } from '#contract/accounts/profile.ts';
import type { CurrentUser } from '#contract/auth.ts';
import { call } from '#pwa/api/call.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { AccountForm } from '#pwa/ui/fields/account-form.tsx';
import { Field } from '#pwa/ui/fields/field.tsx';
import { NameFields } from '#pwa/ui/fields/name-fields.tsx';
import primitives from '#pwa/ui/primitives.module.css';
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
  return (
    <AccountForm
      className={`${primitives.stack4} ${styles.form}`}
      schema={Profile}
      blank={profile}
      send={async (body) => onChanged(await accountCall(call(changeProfile, { body })))}
      onDone={() => showToast({ title: t('account.changed') })}
      offline={t('account.offline')}
      failed={t('account.notChanged')}
      submit={t('account.submit')}
      busyLabel={t('account.password.submitting')}
    >
      {(field) => (
        <>
          <NameFields field={field} />
          <Field
            label={t('account.email')}
            hint={t('account.emailHint')}
            type="email"
            inputMode="email"
            autoComplete="email"
            {...field('email')}
          />
        </>
      )}
    </AccountForm>
  );
}
