import { useState } from 'react';
import { type HourOfVisits, readVisitHours } from '#contract/campaigns.ts';
import { call } from '#pwa/api/call.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { formatDate } from '#pwa/lib/time/dates.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { BarAxis, BarChart, Unfold } from '#pwa/ui/bar-chart.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ChoiceField } from '#pwa/ui/fields/choice-field.tsx';
import { chartIcon } from '#pwa/ui/icons/icons.ts';
import primitives from '#pwa/ui/primitives.module.css';
import { CountRows } from './count-rows.tsx';
import styles from './visits-chart.module.css';

type Asked = 'not-yet' | 'asking' | 'failed' | readonly HourOfVisits[];

/** The visits of one day by hour and kind, for the day of an event. The server knows them; so they need a signal. */
export function VisitHours({ campaignId }: { campaignId: number }) {
  const { t } = useText();
  const { userId } = useMirror();
  const [asked, setAsked] = useState<Asked>('not-yet');
  const [chosen, setDay] = useState<string>();

  function ask(): void {
    setAsked('asking');
    call(readVisitHours, { params: { id: campaignId }, sentFor: userId }).then(
      ({ hours }) => setAsked(hours),
      () => setAsked('failed'),
    );
  }

  if (typeof asked === 'string') {
    return (
      <div>
        <Button variant="quiet" icon={chartIcon} busy={asked === 'asking'} onClick={ask}>
          {t('campaigns.hours.open')}
        </Button>
        <p className={primitives.hint} role="status">
          {asked === 'failed' && t('campaigns.hours.failed')}
        </p>
      </div>
    );
  }
  const days = eventDays(asked);
  const [newest] = days;
  const day = days.find((one) => one.day === chosen) ?? newest;
  if (!day) return <p className={primitives.hint}>{t('campaigns.hours.none')}</p>;
  return (
    <div className={primitives.stack3}>
      <ChoiceField
        label={t('campaigns.figures.day')}
        choices={days.map((one) => ({ value: one.day, label: formatDate(one.day) }))}
        value={day.day}
        onChange={({ target }) => setDay(target.value)}
      />
      <DayChart day={day} />
    </div>
  );
}

function DayChart({ day: { day, hours, all, onTime, late, afterEnd } }: { day: EventDay }) {
  const { t } = useText();
  const most = Math.max(...hours);
  const words = t('campaigns.hours.words', { all, most, from: clock(hours.indexOf(most)) });
  return (
    <BarChart
      title={t('campaigns.hours.title', { day: formatDate(day) })}
      values={hours}
      words={words}
    >
      <BarAxis first={clock(0)} last={clock(23)} />
      <p className={primitives.hint}>{words}</p>
      <CountRows
        rows={[
          { kind: 'on-time', label: t('campaigns.hours.onTime'), count: onTime },
          { kind: 'came-late', label: t('campaigns.hours.late'), count: late },
          { kind: 'after-end', label: t('campaigns.hours.afterEnd'), count: afterEnd },
        ]}
      />
      <p className={primitives.hint}>{t('campaigns.hours.hint')}</p>
      <Unfold summary={t('campaigns.figures.table')}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('campaigns.hours.hour')}</th>
              <th scope="col">{t('campaigns.card.visits')}</th>
            </tr>
          </thead>
          <tbody>
            {hours.map(
              (visits, hour) =>
                visits > 0 && (
                  <tr key={clock(hour)}>
                    <td>{clock(hour)}</td>
                    <td>{visits}</td>
                  </tr>
                ),
            )}
          </tbody>
        </table>
      </Unfold>
    </BarChart>
  );
}

/** An hour as clocks show it in all languages of the product. */
function clock(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

/** The visits of one day by the clocks of the visitors. The parts add up to `all`. */
interface EventDay {
  /** `YYYY-MM-DD` */
  day: string;
  all: number;
  onTime: number;
  late: number;
  /** While the campaign was off: not counted. */
  afterEnd: number;
  /** All visits by the hour of the clock, 0 to 23. */
  hours: number[];
}

/** The days with a visit, newest first. */
export function eventDays(hours: readonly HourOfVisits[]): EventDay[] {
  const days = new Map<string, EventDay>();
  for (const { hour, onTime, late, afterEnd } of hours) {
    const [day = '', time = ''] = hour.split('T');
    const clock = Number.parseInt(time, 10);
    const sum = days.get(day) ?? { day, ...NONE, hours: Array.from({ length: 24 }, () => 0) };
    days.set(day, sum);
    const all = onTime + late + afterEnd;
    sum.all += all;
    sum.onTime += onTime;
    sum.late += late;
    sum.afterEnd += afterEnd;
    sum.hours[clock] = (sum.hours[clock] ?? 0) + all;
  }
  return [...days.values()].sort((a, b) => (a.day < b.day ? 1 : -1));
}

const NONE = { all: 0, onTime: 0, late: 0, afterEnd: 0 };
