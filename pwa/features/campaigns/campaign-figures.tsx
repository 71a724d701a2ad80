import type { Campaign } from '#contract/campaigns.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import styles from './campaign-figures.module.css';
import { InquiriesChart } from './inquiries-chart.tsx';
import { VisitsChart } from './visits-chart.tsx';

interface CampaignFiguresProps {
  campaigns: readonly Campaign[];
  /** Inquiries by the campaign's id. */
  counts: ReadonlyMap<number, number>;
}

/** Visits of all campaigns by day, and inquiries by campaign. */
export function CampaignFigures({ campaigns, counts }: CampaignFiguresProps) {
  const { t } = useText();
  return (
    <section className={styles.figures} aria-label={t('campaigns.figures.title')}>
      <VisitsChart days={campaigns.flatMap(({ days = [] }) => days)} />
      <InquiriesChart campaigns={campaigns} counts={counts} />
    </section>
  );
}
