import type { Campaign } from '#contract/campaigns.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import styles from './inquiries-chart.module.css';

interface InquiriesChartProps {
  campaigns: readonly Campaign[];
  /** By the campaign's id. */
  counts: ReadonlyMap<number, number>;
}

/** Campaigns shown: those with the most inquiries. */
const SHOWN = 6;

/** Inquiries by campaign as bars in a list; the figures stand beside them in words. */
export function InquiriesChart({ campaigns, counts }: InquiriesChartProps) {
  const { t } = useText();
  const rows = campaigns
    .map(({ id, name }) => ({ id, name, inquiries: counts.get(id) ?? 0 }))
    .filter(({ inquiries }) => inquiries > 0)
    .toSorted((a, b) => b.inquiries - a.inquiries)
    .slice(0, SHOWN);
  const most = rows[0]?.inquiries ?? 1;

  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>{t('campaigns.figures.inquiries')}</figcaption>
      {rows.length === 0 ? (
        <p className={primitives.hint}>{t('campaigns.figures.noInquiries')}</p>
      ) : (
        <ul className={primitives.stack3}>
          {rows.map(({ id, name, inquiries }) => (
            <li key={id} className={styles.row}>
              <bdi className={styles.name}>{name}</bdi>
              <span className={styles.count}>{inquiries}</span>
              <svg
                className={styles.line}
                viewBox="0 0 100 1"
                preserveAspectRatio="none"
                aria-hidden="true"
              >
                <rect className={styles.bar} width={(inquiries / most) * 100} height="1" />
              </svg>
            </li>
          ))}
        </ul>
      )}
    </figure>
  );
}
