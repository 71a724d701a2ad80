import { useEffect, useState } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { copyText } from '#pwa/lib/clipboard.ts';
import { Button } from '#pwa/ui/button.tsx';
import { checkIcon, copyIcon } from '#pwa/ui/icons.ts';
import { showToast } from '#pwa/ui/toast-store.ts';
import styles from './link-panel.module.css';

/** How long 'Copied!' stands, in milliseconds (§9). */
const CONFIRMED_FOR = 2_000;

/** A campaign's link to copy, and what its parameters say (C-17, C-19). */
export function LinkPanel({ url }: { url: string }) {
  const { t } = useText();
  const [copied, setCopied] = useState(false);
  const parameters = [...new URL(url).searchParams];

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), CONFIRMED_FOR);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy(): Promise<void> {
    if (await copyText(url)) setCopied(true);
    else showToast({ title: t('campaigns.qr.copyFailed'), kind: 'destructive' });
  }

  return (
    <div className={styles.panel}>
      <h3 className={styles.heading}>{t('campaigns.qr.link')}</h3>
      <p className={styles.url}>{url}</p>
      <Button icon={copied ? checkIcon : copyIcon} onClick={() => void copy()}>
        <span aria-live="polite">{copied ? t('campaigns.qr.copied') : t('campaigns.qr.copy')}</span>
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
