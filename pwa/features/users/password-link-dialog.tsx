import { useState } from 'react';
import {
  type Account,
  mailPasswordLink,
  makePasswordLink,
  type PasswordLink,
} from '#contract/accounts/users.ts';
import { newId } from '#contract/fields/ids.ts';
import { call } from '#pwa/api/call.ts';
import { failureText } from '#pwa/i18n/failure-text.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { formatMoment } from '#pwa/lib/time/dates.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { CopyButton } from '#pwa/ui/copy-button.tsx';
import { mailIcon, shareIcon } from '#pwa/ui/icons/site-icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import { Dialog } from '#pwa/ui/windows/dialog.tsx';
import { nameOf } from './account-name.ts';
import styles from './password-link-dialog.module.css';

interface PasswordLinkDialogProps {
  account: Account;
  onClose: () => void;
}

/** Makes a one-time link by which a colleague chooses a new password, and shows it this once. */
export function PasswordLinkDialog({ account, onClose }: PasswordLinkDialogProps) {
  const { t, language } = useText();
  const { userId } = useMirror();
  const [link, setLink] = useState<PasswordLink | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  async function attempt(work: () => Promise<void>): Promise<void> {
    setIsBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(error);
    } finally {
      setIsBusy(false);
    }
  }

  const how = { params: { id: account.id }, sentFor: userId };

  async function make(): Promise<void> {
    setLink(await call(makePasswordLink, how));
  }

  async function mail(): Promise<void> {
    await call(mailPasswordLink, { ...how, body: { language }, key: newId() });
    showToast({ title: t('users.link.mailed'), description: account.email });
    onClose();
  }

  return (
    <Dialog
      title={t('users.link.title', { name: nameOf(account) })}
      description={t('users.link.text')}
      busy={isBusy}
      onClose={onClose}
    >
      <div className={primitives.stack4}>
        {failure !== null && (
          <Notice tone="red" title={t('users.failed')}>
            {failureText(t, failure)}
          </Notice>
        )}
        {link ? (
          <Link link={link} />
        ) : (
          <div className={`${primitives.row3} ${styles.actions}`}>
            <Button busy={isBusy} onClick={() => void attempt(make)}>
              {t('users.link.make')}
            </Button>
            {account.emailConfirmed && (
              <Button
                variant="secondary"
                icon={mailIcon}
                busy={isBusy}
                onClick={() => void attempt(mail)}
              >
                {t('users.link.mail')}
              </Button>
            )}
          </div>
        )}
      </div>
    </Dialog>
  );
}

function Link({ link: { url, expiresAt } }: { link: PasswordLink }) {
  const { t } = useText();
  return (
    <>
      <p className={styles.url}>{url}</p>
      <p className={primitives.hint}>{t('users.link.once', { moment: formatMoment(expiresAt) })}</p>
      <div className={`${primitives.row3} ${styles.actions}`}>
        <CopyButton text={url} />
        {'share' in navigator && (
          <Button
            variant="secondary"
            icon={shareIcon}
            // The person may close the system's own sheet.
            onClick={() => void navigator.share({ url }).catch(() => undefined)}
          >
            {t('users.link.share')}
          </Button>
        )}
      </div>
    </>
  );
}
