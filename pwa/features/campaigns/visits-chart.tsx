import type { DayOfVisits } from '#contract/campaigns.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { formatDate } from '#pwa/lib/dates.ts';
import { lastDays } from './day-counts.ts';
import styles from './visits-chart.module.css';

/** Days shown. */
const SHOWN = 30;
/** Units of the drawing: a bar with its gap, and the height of the highest bar. */
const STEP = 10;
const BAR = 7;
const HEIGHT = 60;

/** Visits by UTC day as bars, also in words and as a table. */
export function VisitsChart({ days }: { days: readonly DayOfVisits[] }) {
  const { t } = useText();
  const shown = lastDays(days, SHOWN, new Date());
  const visits = shown.reduce((sum, day) => sum + day.visits, 0);
  const best = shown.reduce((one, other) => (other.visits > one.visits ? other : one));
  const first = shown[0] ?? best;
  const words =
    visits === 0
      ? t('campaigns.figures.noVisits')
      : t('campaigns.figures.visitsText', {
          visits,
          most: best.visits,
          day: formatDate(best.day),
        });

  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>{t('campaigns.figures.visits')}</figcaption>
      <svg
        className={styles.bars}
        viewBox={`0 0 ${SHOWN * STEP - (STEP - BAR)} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words}
      >
        {shown.map(({ day, visits: of }, at) => {
          const height = of === 0 ? 1 : Math.max(3, (of / best.visits) * HEIGHT);
          return (
            <rect
              key={day}
              className={of === 0 ? styles.none : styles.bar}
              x={at * STEP}
              y={HEIGHT - height}
              width={BAR}
              height={height}
            />
          );
        })}
      </svg>
      <p className={styles.axis} aria-hidden="true">
        <span>{formatDate(first.day)}</span>
        <span>{t('campaigns.figures.today')}</span>
      </p>
      <p className={styles.words}>{words}</p>
      {visits > 0 && (
        <details className={styles.details}>
          <summary>{t('campaigns.figures.table')}</summary>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('campaigns.figures.day')}</th>
                <th scope="col">{t('campaigns.card.visits')}</th>
              </tr>
            </thead>
            <tbody>
              {shown
                .filter((day) => day.visits > 0)
                .map((day) => (
                  <tr key={day.day}>
                    <td>{formatDate(day.day)}</td>
                    <td>{day.visits}</td>
                  </tr>
                ))}
            </tbody>
          </table>
        </details>
      )}
    </figure>
  );
}
