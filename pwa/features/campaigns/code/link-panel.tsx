import { useText } from '#pwa/i18n/text-context.tsx';
import { CopyButton } from '#pwa/ui/copy-button.tsx';
import styles from './link-panel.module.css';

/** A campaign's link to copy, with its parameters. */
export function LinkPanel({ url }: { url: string }) {
  const { t } = useText();
  const parameters = [...new URL(url).searchParams];

  return (
    <div className={styles.panel}>
      <h3 className={styles.heading}>{t('campaigns.qr.link')}</h3>
      <p className={styles.url}>{url}</p>
      <CopyButton text={url} />
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
