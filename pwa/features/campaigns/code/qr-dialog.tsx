import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { type Campaign, peopleOf } from '#contract/campaigns.ts';
import { AT_STAND } from '#contract/handed-over.ts';
import { countedInquiries } from '#pwa/features/campaigns/counted-inquiries.ts';
import { PosterPanel } from '#pwa/features/campaigns/poster/poster-panel.tsx';
import { VisitHours } from '#pwa/features/campaigns/visit-hours.tsx';
import { VisitKinds } from '#pwa/features/campaigns/visit-kinds.tsx';
import { VisitsChart } from '#pwa/features/campaigns/visits-chart.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import { formatDay } from '#pwa/lib/time/dates.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { readAll } from '#pwa/local/rows/read-rows.ts';
import { Unfold } from '#pwa/ui/bar-chart.tsx';
import { CopyButton } from '#pwa/ui/copy-button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { TabPanel, Tabs } from '#pwa/ui/tabs.tsx';
import { Dialog } from '#pwa/ui/windows/dialog.tsx';
import { campaignUrl, linkWarning } from './campaign-url.ts';
import { CodePanel } from './code-panel.tsx';
import styles from './qr-dialog.module.css';

interface QrDialogProps {
  campaign: Campaign;
  /** Inquiries that came by this campaign; undefined until that is known. */
  inquiries: number | undefined;
  /** Whether the code fills the screen at first: the dialog is never seen then, and ends with the full screen. */
  startsFullScreen: boolean;
  onClose: () => void;
}

/** A campaign's code, link and counts. */
export function QrDialog({ campaign, inquiries, startsFullScreen, onClose }: QrDialogProps) {
  const { t } = useText();
  const [tab, setTab] = useState<'code' | 'url' | 'poster'>('code');
  const url = campaignUrl(campaign);
  const { name, visits, createdAt } = campaign;
  const atStand = useStandInquiries(campaign.id);

  return (
    <Dialog title={t('campaigns.qr.title', { name })} onClose={onClose}>
      <Warning url={url} />
      <div
        className={`${primitives.stack4} ${styles.body}`}
        data-unseen={startsFullScreen || undefined}
      >
        <Tabs
          label={t('campaigns.qr.title', { name })}
          tabs={[
            { value: 'code', label: t('campaigns.qr.tabs.code') },
            { value: 'url', label: t('campaigns.qr.tabs.url') },
            { value: 'poster', label: t('poster.title') },
          ]}
          value={tab}
          onValueChange={setTab}
        >
          <TabPanel value="code">
            <CodePanel
              campaign={campaign}
              url={url}
              onFullScreenLeft={startsFullScreen ? onClose : undefined}
            />
          </TabPanel>
          <TabPanel value="url">
            <LinkPanel url={url} />
          </TabPanel>
          <TabPanel value="poster">
            <PosterPanel campaign={campaign} />
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
        <Unfold summary={t('campaigns.figures.title')}>
          <div className={primitives.stack4}>
            <dl className={styles.figures}>
              <div>
                <dt>{t('campaigns.qr.inquiries')}</dt>
                <dd>{inquiries ?? '…'}</dd>
              </div>
              <div>
                <dt>{t('campaigns.qr.atStand')}</dt>
                <dd>{atStand ?? '…'}</dd>
              </div>
              <div>
                <dt>{t('campaigns.qr.perHundred')}</dt>
                <dd>{perHundred(inquiries, atStand, peopleOf(campaign))}</dd>
              </div>
            </dl>
            <VisitKinds campaign={campaign} />
            <VisitsChart days={campaign.days ?? []} />
            <VisitHours campaignId={campaign.id} />
          </div>
        </Unfold>
      </div>
    </Dialog>
  );
}

/**
 * Inquiries by the code or the link, per 100 people who opened it; a dash if none did. At a stand no
 * code is opened.
 */
function perHundred(
  inquiries: number | undefined,
  atStand: number | undefined,
  people: number,
): number | string {
  if (people === 0) return '–';
  if (inquiries === undefined || atStand === undefined) return '…';
  return Math.round((100 * (inquiries - atStand)) / people);
}

/** Warns before printing about a link that would not work elsewhere. */
function Warning({ url }: { url: string }) {
  const { t } = useText();
  const warning = linkWarning(url);
  if (warning === null) return null;
  return (
    <Notice tone="amber">
      {warning === 'local'
        ? t('campaigns.qr.localWarning', { origin: new URL(url).origin })
        : t('campaigns.qr.insecureWarning')}
    </Notice>
  );
}

/** How many inquiries of a campaign were entered at the stand. Undefined while loading. */
function useStandInquiries(campaignId: number): number | undefined {
  const mirror = useMirror();
  return useLiveQuery(async () => {
    const { rows } = await readAll(mirror, 'contacts');
    return countedInquiries(rows).filter(
      (row) => row.campaignId === campaignId && row.utmMedium === AT_STAND,
    ).length;
  }, [mirror, campaignId]);
}

/** A campaign's link to copy, with its parameters. */
function LinkPanel({ url }: { url: string }) {
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
