import { useText } from '#pwa/i18n/text-context.tsx';
import { copyText } from '#pwa/lib/clipboard.ts';
import { Button } from '#pwa/ui/button.tsx';
import { checkIcon, copyIcon } from '#pwa/ui/icons.ts';
import { showToast } from '#pwa/ui/toast-store.ts';
import { useConfirmation } from '#pwa/ui/use-confirmation.ts';
import styles from './link-panel.module.css';

/** A campaign's link to copy, with its parameters. */
export function LinkPanel({ url }: { url: string }) {
  const { t } = useText();
  const { isConfirmed: isCopied, confirm } = useConfirmation();
  const parameters = [...new URL(url).searchParams];

  async function copy(): Promise<void> {
    if (await copyText(url)) confirm();
    else showToast({ title: t('campaigns.qr.copyFailed'), kind: 'destructive' });
  }

  return (
    <div className={styles.panel}>
      <h3 className={styles.heading}>{t('campaigns.qr.link')}</h3>
      <p className={styles.url}>{url}</p>
      <Button icon={isCopied ? checkIcon : copyIcon} onClick={() => void copy()}>
        <span aria-live="polite">
          {isCopied ? t('campaigns.qr.copied') : t('campaigns.qr.copy')}
        </span>
      </Button>
      <h3 className={styles.heading}>{t('campaigns.qr.parameters')}</h3>
      <dl className={styles.parameters}>
        {parameters.map(([parameter, value]) => (
          <div key={parameter}>
            <dt>{parameter}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
