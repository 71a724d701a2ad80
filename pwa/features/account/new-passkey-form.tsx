import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { NewPasskey } from '#contract/accounts/passkeys.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useErrorOf } from '#pwa/i18n/use-error-of.ts';
import { passkeyObstacle } from '#pwa/lib/passkey-obstacle.ts';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';
import { makePasskey } from '#pwa/session/passkey.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/fields/field.tsx';
import { infoIcon, keyIcon, offlineIcon } from '#pwa/ui/icons/icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { PasskeyFailureNotice } from '#pwa/ui/passkey-failure-notice.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import { accountCall } from './account-call.ts';
import styles from './account-page.module.css';

const PasskeyName = v.object({ name: NewPasskey.entries.name });

interface NewPasskeyFormProps {
  /** Gets the recovery codes that come with the first passkey. */
  onAdded: (codes: readonly string[]) => void;
}

/** Names a new passkey and has the device make it, or says why this page cannot. */
export function NewPasskeyForm({ onAdded }: NewPasskeyFormProps) {
  const { t } = useText();
  const isOffline = useIsOffline();
  const [failure, setFailure] = useState<unknown>(null);
  const { register, handleSubmit, formState, reset } = useForm<{ name: string }>({
    resolver: valibotResolver(PasskeyName),
    defaultValues: { name: '' },
  });
  const errorOf = useErrorOf(formState.errors);
  const obstacle = passkeyObstacle();

  const submit = handleSubmit(async ({ name }) => {
    setFailure(null);
    let codes: readonly string[];
    try {
      codes = await accountCall(makePasskey(name));
    } catch (error) {
      setFailure(error);
      return;
    }
    reset();
    // With codes, their dialog says enough; a toast would lie over it.
    if (codes.length === 0) showToast({ title: t('account.passkeys.added') });
    onAdded(codes);
  });

  if (obstacle) return <Notice icon={infoIcon}>{t(`passkey.${obstacle}`)}</Notice>;
  return (
    <form
      className={`${primitives.stack4} ${styles.form}`}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      {isOffline && <Notice icon={offlineIcon}>{t('account.passkeys.offline')}</Notice>}
      {failure !== null && (
        <PasskeyFailureNotice
          failure={failure}
          closed={t('account.passkeys.closed')}
          title={t('account.passkeys.notAdded')}
        />
      )}
      <Field
        label={t('account.passkeys.name')}
        hint={t('account.passkeys.nameHint')}
        maxLength={60}
        autoComplete="off"
        required
        error={errorOf('name')}
        {...register('name')}
      />
      <Button
        type="submit"
        icon={keyIcon}
        disabled={isOffline}
        busy={formState.isSubmitting}
        busyLabel={t('passkey.waiting')}
      >
        {t('account.passkeys.add')}
      </Button>
    </form>
  );
}
