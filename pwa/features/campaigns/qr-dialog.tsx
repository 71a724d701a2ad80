import { useEffect, useState } from 'react';
import type { Campaign } from '#contract/campaigns.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { copyText } from '#pwa/lib/clipboard.ts';
import { formatDay } from '#pwa/lib/dates.ts';
import { download } from '#pwa/lib/download.ts';
import { campaignFileName } from '#pwa/lib/slug.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { alertIcon, checkIcon, copyIcon, downloadIcon } from '#pwa/ui/icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { TabPanel, Tabs } from '#pwa/ui/tabs.tsx';
import { showToast } from '#pwa/ui/toast-store.ts';
import { campaignUrl, linkWarning } from './campaign-url.ts';
import { printedMillimetres, qrPng } from './draw-qr.ts';
import { QrCode } from './qr-code.tsx';
import styles from './qr-dialog.module.css';

interface QrDialogProps {
  campaign: Campaign;
  onClose: () => void;
}

/** A campaign's code to download or print, its link to copy, and its figures (C-17 to C-21). */
export function QrDialog({ campaign, onClose }: QrDialogProps) {
  const { t } = useText();
  const [tab, setTab] = useState<'code' | 'url'>('code');
  const url = campaignUrl(campaign);
  const { name, visits, createdAt } = campaign;

  return (
    <Dialog
      title={t('campaigns.qr.title', { name })}
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <div className={styles.body} data-print-sheet>
        <Warning url={url} />
        <Tabs
          label={t('campaigns.qr.title', { name })}
          tabs={[
            { value: 'code', label: t('campaigns.qr.tabs.code') },
            { value: 'url', label: t('campaigns.qr.tabs.url') },
          ]}
          value={tab}
          onValueChange={setTab}
        >
          <TabPanel value="code">
            <Code name={name} url={url} />
          </TabPanel>
          <TabPanel value="url">
            <Address url={url} />
          </TabPanel>
        </Tabs>
        <dl className={styles.figures}>
          <div>
            <dt>{t('campaigns.qr.totalVisits')}</dt>
            <dd>{visits}</dd>
          </div>
          <div>
            <dt>{t('campaigns.qr.createdOn')}</dt>
            <dd>{formatDay(createdAt)}</dd>
          </div>
        </dl>
      </div>
    </Dialog>
  );
}

/** A printed code cannot be recalled: a link that would not work elsewhere is told before. */
function Warning({ url }: { url: string }) {
  const { t } = useText();
  const warning = linkWarning(url);
  if (warning === null) return null;
  return (
    <Notice icon={alertIcon} tone="amber">
      {warning === 'local'
        ? t('campaigns.qr.localWarning', { origin: new URL(url).origin })
        : t('campaigns.qr.insecureWarning')}
    </Notice>
  );
}

function Code({ name, url }: { name: string; url: string }) {
  const { t } = useText();
  const [millimetres, setMillimetres] = useState<number | null>(null);

  useEffect(() => {
    printedMillimetres(url).then(setMillimetres, console.error);
  }, [url]);

  async function save(): Promise<void> {
    try {
      download(await qrPng(url), campaignFileName(name, 'png'));
    } catch (error) {
      console.error(error);
      showToast({
        title: t('campaigns.error'),
        description: t('campaigns.qr.drawFailed'),
        kind: 'destructive',
      });
    }
  }

  return (
    <div className={styles.code}>
      <QrCode text={url} width={250} label={t('campaigns.card.code', { name })} />
      <p className={styles.hint}>{t('campaigns.qr.printHint')}</p>
      {millimetres !== null && (
        <p className={styles.minimum}>{t('campaigns.qr.minimumSize', { millimetres })}</p>
      )}
      <div className={styles.actions}>
        <Button icon={downloadIcon} onClick={() => void save()}>
          {t('campaigns.qr.download')}
        </Button>
        <Button variant="secondary" onClick={() => print()}>
          {t('campaigns.qr.print')}
        </Button>
      </div>
    </div>
  );
}

/** How long 'Copied!' stands, in milliseconds (§9). */
const CONFIRMED_FOR = 2_000;

function Address({ url }: { url: string }) {
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
    <div className={styles.address}>
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
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
