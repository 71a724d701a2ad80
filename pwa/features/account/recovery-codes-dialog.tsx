import { useState } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { copyText } from '#pwa/lib/text/clipboard.ts';
import { download } from '#pwa/lib/text/download.ts';
import { Button } from '#pwa/ui/button.tsx';
import { copyIcon } from '#pwa/ui/icons/icons.ts';
import { checkIcon, downloadIcon } from '#pwa/ui/icons/site-icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import { Dialog } from '#pwa/ui/windows/dialog.tsx';
import { useConfirmation } from '#pwa/ui/windows/use-confirmation.ts';
import styles from './recovery-codes-dialog.module.css';

interface RecoveryCodesDialogProps {
  codes: readonly string[];
  onClose: () => void;
}

/** Shows recovery codes for the only time. Esc and the cross ask once before they close it. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const { t } = useText();
  const { isConfirmed: isCopied, confirm } = useConfirmation();
  const [isKept, setIsKept] = useState(false);
  const [isReminded, setIsReminded] = useState(false);

  async function copy(): Promise<void> {
    if (await copyText(codes.join('\n'))) {
      setIsKept(true);
      confirm();
    } else showToast({ title: t('campaigns.qr.copyFailed'), kind: 'destructive' });
  }

  async function save(): Promise<void> {
    const text = `${location.host}\n${t('account.passkeys.codes.title')}\n\n${codes.join('\n')}\n`;
    const file = new Blob([text], { type: 'text/plain' });
    if (await download(file, 'recovery-codes.txt')) setIsKept(true);
  }

  return (
    <Dialog
      title={t('account.passkeys.codes.title')}
      description={t('account.passkeys.codes.text')}
      onClose={() => {
        if (isKept || isReminded) onClose();
        else setIsReminded(true);
      }}
    >
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      {isReminded && !isKept && (
        <div role="alert">
          <Notice tone="amber">{t('account.passkeys.codes.reminder')}</Notice>
        </div>
      )}
      <div className={`${primitives.row3} ${styles.actions}`}>
        <Button
          variant="secondary"
          icon={isCopied ? checkIcon : copyIcon}
          onClick={() => void copy()}
        >
          <span aria-live="polite">
            {isCopied ? t('campaigns.qr.copied') : t('account.passkeys.codes.copy')}
          </span>
        </Button>
        <Button variant="secondary" icon={downloadIcon} onClick={() => void save()}>
          {t('account.passkeys.codes.save')}
        </Button>
        <Button onClick={onClose}>{t('account.passkeys.codes.done')}</Button>
      </div>
    </Dialog>
  );
}
