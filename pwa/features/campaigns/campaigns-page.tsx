import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { CampaignRow } from '#pwa/local/database/rows.ts';
import { readAll } from '#pwa/local/rows/read-rows.ts';
import { BackLink } from '#pwa/ui/back-link.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { plusIcon, qrIcon } from '#pwa/ui/icons/icons.ts';
import { PageHead } from '#pwa/ui/page-head.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { type CampaignAction, CampaignCard } from './campaign-card.tsx';
import { CampaignDialog } from './campaign-dialog.tsx';
import styles from './campaigns-page.module.css';
import { QrDialog } from './code/qr-dialog.tsx';
import { countByCampaign } from './counted-inquiries.ts';
import { DeleteCampaignDialog } from './delete-campaign-dialog.tsx';
import { VisitsChart } from './visits-chart.tsx';

/** So many campaigns at most are shown whole at first; of more, each is a row that unfolds. */
const FEW = 12;

interface CampaignsPageProps {
  /** Newest first; undefined while loading. */
  campaigns: readonly CampaignRow[] | undefined;
  /** Whether all campaigns are on this phone. */
  isWhole: boolean;
  refresh: { state: 'loading' | 'ready' | 'error'; failure: unknown; retry: () => void };
}

/** Inquiries by the campaign's id; undefined until all inquiries are on this phone. */
type Counts = ReadonlyMap<number, number> | undefined;

/** The open dialog; by id, which makes it follow the campaign's changes. */
type Open = { action: CampaignAction; id: number } | { action: 'new' } | null;

/** The campaigns with their codes; works offline. */
export function CampaignsPage({ campaigns, isWhole, refresh }: CampaignsPageProps) {
  const { t } = useText();
  const [open, setOpen] = useState<Open>(null);
  const counts = useInquiryCounts();

  return (
    <>
      <BackLink to={APP_PATHS.dashboard}>{t('campaigns.back')}</BackLink>
      <PageHead
        title={t('campaigns.title')}
        actions={
          <Button icon={plusIcon} onClick={() => setOpen({ action: 'new' })}>
            {t('campaigns.new')}
          </Button>
        }
      >
        {t('campaigns.subtitle')}
      </PageHead>
      <List
        campaigns={campaigns}
        isWhole={isWhole}
        counts={counts}
        refresh={refresh}
        onOpen={setOpen}
      />
      <OpenDialog
        open={open}
        campaigns={campaigns ?? []}
        counts={counts}
        onClose={() => setOpen(null)}
        onShowCode={(id) => setOpen({ action: 'scan', id })}
      />
    </>
  );
}

interface ListProps extends CampaignsPageProps {
  counts: Counts;
  onOpen: (open: Open) => void;
}

function List({ campaigns, isWhole, counts, refresh, onOpen }: ListProps) {
  const { t } = useText();
  const none = campaigns?.length === 0;
  const isMissing = none && !(refresh.state === 'ready' && isWhole);
  const isFailed = refresh.state === 'error' || refresh.failure !== null;

  if (!campaigns || (isMissing && !isFailed)) return <Loading />;
  if (isMissing) {
    return (
      <Card title={t('campaigns.loadError.title')}>
        <p className={styles.error}>{t('campaigns.loadError.description')}</p>
        <Button onClick={refresh.retry}>{t('campaigns.loadError.refresh')}</Button>
      </Card>
    );
  }
  if (none) {
    return (
      <EmptyState icon={qrIcon} title={t('campaigns.emptyTitle')}>
        {t('campaigns.emptyText')}
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={styles.list}>
        {campaigns.map((campaign) => (
          <CampaignCard
            key={campaign.id}
            startsOpen={campaigns.length <= FEW}
            campaign={campaign}
            inquiries={inquiriesOf(campaign, counts)}
            onAction={(action) => onOpen({ action, id: campaign.id })}
          />
        ))}
      </ul>
      {isWhole && (
        <section className={styles.figures} aria-label={t('campaigns.figures.title')}>
          <VisitsChart days={campaigns.flatMap(({ days = [] }) => days)} />
        </section>
      )}
    </>
  );
}

/** Three cards without content. */
function Loading() {
  const { t } = useText();
  return (
    <div role="status">
      <span className="visually-hidden">{t('campaigns.loading')}</span>
      <ul className={styles.list} aria-hidden="true">
        {['first', 'second', 'third'].map((card) => (
          <li key={card} className={styles.bone}>
            <Skeleton shape="title" width="half" />
            <Skeleton />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** How many inquiries came by a campaign; undefined until that is known. */
function inquiriesOf({ id }: CampaignRow, counts: Counts): number | undefined {
  return counts && (counts.get(id) ?? 0);
}

interface OpenDialogProps {
  open: Open;
  campaigns: readonly CampaignRow[];
  counts: Counts;
  onClose: () => void;
  onShowCode: (id: number) => void;
}

function OpenDialog({ open, campaigns, counts, onClose, onShowCode }: OpenDialogProps) {
  if (open?.action === 'new') return <CampaignDialog onClose={onClose} onShowCode={onShowCode} />;
  const campaign = open && campaigns.find(({ id }) => id === open.id);
  if (!campaign) return null;
  const inquiries = inquiriesOf(campaign, counts);
  switch (open.action) {
    case 'edit':
      return <CampaignDialog key={campaign.id} campaign={campaign} onClose={onClose} />;
    case 'qr':
    case 'scan':
      return (
        <QrDialog
          campaign={campaign}
          inquiries={inquiries}
          startsFullScreen={open.action === 'scan'}
          onClose={onClose}
        />
      );
    case 'delete':
      return <DeleteCampaignDialog campaign={campaign} inquiries={inquiries} onClose={onClose} />;
  }
}

/** Inquiries by campaign id. Undefined while loading, also while the inquiries are first pulled. */
function useInquiryCounts(): ReadonlyMap<number, number> | undefined {
  const mirror = useMirror();
  return useLiveQuery(async () => {
    const { rows, firstPull } = await readAll(mirror, 'contacts');
    if (!firstPull.isWhole) return undefined;
    return countByCampaign(rows);
  }, [mirror]);
}
