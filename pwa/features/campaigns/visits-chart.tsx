import type { DayOfVisits } from '#contract/campaigns.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useToday } from '#pwa/lib/time/clock.ts';
import { formatDate } from '#pwa/lib/time/dates.ts';
import { BarAxis, BarChart, Unfold } from '#pwa/ui/bar-chart.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { lastDays } from './day-counts.ts';
import styles from './visits-chart.module.css';

/** Days shown. */
const SHOWN = 30;

/** Visits by day as bars, also in words and as a table. */
export function VisitsChart({ days }: { days: readonly DayOfVisits[] }) {
  const { t } = useText();
  const shown = lastDays(days, SHOWN, useToday());
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
    <BarChart
      title={t('campaigns.figures.visits')}
      values={shown.map((day) => day.visits)}
      words={words}
    >
      <BarAxis first={formatDate(first.day)} last={t('campaigns.figures.today')} />
      <p className={primitives.hint}>{words}</p>
      {visits > 0 && (
        <Unfold summary={t('campaigns.figures.table')}>
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
        </Unfold>
      )}
    </BarChart>
  );
}
