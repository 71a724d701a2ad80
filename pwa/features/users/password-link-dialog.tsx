import { useState } from 'react';
import { type Account, makePasswordLink, type PasswordLink } from '#contract/users.ts';
import { call } from '#pwa/api/call.ts';
import { failureText } from '#pwa/i18n/failure-text.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { copyText } from '#pwa/lib/clipboard.ts';
import { formatMoment } from '#pwa/lib/dates.ts';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { alertIcon, checkIcon, copyIcon, shareIcon } from '#pwa/ui/icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { showToast } from '#pwa/ui/toast-store.ts';
import { useConfirmation } from '#pwa/ui/use-confirmation.ts';
import { nameOf } from './account-name.ts';
import styles from './password-link-dialog.module.css';

interface PasswordLinkDialogProps {
  account: Account;
  onClose: () => void;
}

/** Makes a one-time link by which a colleague chooses a new password, and shows it this once. */
export function PasswordLinkDialog({ account, onClose }: PasswordLinkDialogProps) {
  const { t } = useText();
  const { userId } = useMirror();
  const [link, setLink] = useState<PasswordLink | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  async function make(): Promise<void> {
    setIsBusy(true);
    setFailure(null);
    try {
      const params = { id: account.id };
      setLink(await call(makePasswordLink, { params, sentFor: userId }));
    } catch (error) {
      setFailure(error);
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Dialog
      title={t('users.link.title', { name: nameOf(account) })}
      description={t('users.link.text')}
      open
      onOpenChange={(open) => {
        if (!open && !isBusy) onClose();
      }}
    >
      <div className={styles.content}>
        {failure !== null && (
          <Notice icon={alertIcon} tone="red" title={t('users.failed')}>
            {failureText(t, failure)}
          </Notice>
        )}
        {link ? (
          <Link link={link} />
        ) : (
          <Button busy={isBusy} onClick={() => void make()}>
            {t('users.link.make')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function Link({ link: { url, expiresAt } }: { link: PasswordLink }) {
  const { t } = useText();
  const { isConfirmed: isCopied, confirm } = useConfirmation();

  async function copy(): Promise<void> {
    if (await copyText(url)) confirm();
    else showToast({ title: t('campaigns.qr.copyFailed'), kind: 'destructive' });
  }

  return (
    <>
      <p className={styles.url}>{url}</p>
      <p className={styles.small}>{t('users.link.once', { moment: formatMoment(expiresAt) })}</p>
      <div className={styles.actions}>
        <Button icon={isCopied ? checkIcon : copyIcon} onClick={() => void copy()}>
          <span aria-live="polite">
            {isCopied ? t('campaigns.qr.copied') : t('campaigns.qr.copy')}
          </span>
        </Button>
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
