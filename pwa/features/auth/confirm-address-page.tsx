import { useState } from 'react';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { confirmAddress } from '#contract/reminders/mail-reminders.ts';
import { call } from '#pwa/api/call.ts';
import { failureText } from '#pwa/i18n/failure-text.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ButtonLink } from '#pwa/ui/button-link.tsx';
import { checkIcon } from '#pwa/ui/icons/site-icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { AuthFrame } from './auth-frame.tsx';

/** Confirms an address by the link of a mail. By a press: programs that look through mails open links, too. */
export function ConfirmAddressPage({ token }: { token: string }) {
  const { t } = useText();
  const [state, setState] = useState<'open' | 'busy' | 'done'>('open');
  const [failure, setFailure] = useState<unknown>(null);

  async function confirm(): Promise<void> {
    setState('busy');
    setFailure(null);
    try {
      await call(confirmAddress, { body: { token } });
      setState('done');
    } catch (error) {
      setFailure(error);
      setState('open');
    }
  }

  return (
    <AuthFrame title={t('auth.address.title')} subtitle={t('auth.address.subtitle')}>
      {failure !== null && (
        <Notice tone="red" title={t('auth.newPassword.failed')}>
          {failureText(t, failure)}
        </Notice>
      )}
      {state === 'done' ? (
        <Notice
          icon={checkIcon}
          title={t('auth.address.done')}
          actions={<ButtonLink href={APP_PATHS.account}>{t('auth.address.toAccount')}</ButtonLink>}
        >
          {t('auth.address.doneText')}
        </Notice>
      ) : (
        <Button size="large" busy={state === 'busy'} onClick={() => void confirm()}>
          {t('auth.address.confirm')}
        </Button>
      )}
    </AuthFrame>
  );
}
