import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { isOneOf, LANGUAGE_CODES, STATUSES } from '#contract/fields/vocabulary.ts';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { type Tab, tabOf } from '#pwa/app/lists/dashboard-tab.ts';
import { ListState } from '#pwa/app/lists/list-state.tsx';
import { setListView } from '#pwa/app/lists/list-views.ts';
import { useStillLoading } from '#pwa/app/lists/use-still-loading.ts';
import { StatusMark } from '#pwa/features/applications/status/status-mark.tsx';
import { FigureRow, FigureTable } from '#pwa/features/figures/figure-table.tsx';
import {
  type Figures,
  type Month,
  PERIODS,
  type Period,
  type ReasonCount,
  type Source,
  type Stage,
  type Week,
} from '#pwa/features/figures/figures.ts';
import { useFigures } from '#pwa/features/figures/use-figures.ts';
import { formatNumber } from '#pwa/i18n/format-number.ts';
import { ownName } from '#pwa/i18n/language-names.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { wordText } from '#pwa/i18n/word-text.ts';
import { readText, writeText } from '#pwa/lib/storage/web-storage.ts';
import { EVERYWHERE, NOTHING, type Where } from '#pwa/lib/text/where.ts';
import { dayAfter, formatDate } from '#pwa/lib/time/dates.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { useAuth } from '#pwa/session/auth-provider.tsx';
import { useRefreshOnEntry } from '#pwa/sync/pull/use-refresh-on-entry.ts';
import { BarAxis, BarChart, Unfold } from '#pwa/ui/bar-chart.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { FilterBar } from '#pwa/ui/fields/filter-bar.tsx';
import { chartIcon } from '#pwa/ui/icons/icons.ts';
import { PageHead } from '#pwa/ui/page-head.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import styles from './figures-page.module.css';

const LISTS = ['applications', 'contacts'] as const;
/** Campaigns shown at first: those with the most inquiries. */
const SHOWN = 8;
const PERIOD_KEY = 'figures-period';

/** The results of the agent's work, from the mirror: pipeline, weeks, campaigns, languages. */
export function FiguresPage() {
  const asked = useRouterState({ select: ({ location }) => location.hash });
  return asked ? <ToList asked={asked} /> : <AllFigures />;
}

function AllFigures() {
  const { t } = useText();
  const refresh = useRefreshOnEntry(LISTS);
  const stillLoading = useStillLoading();
  const [period, setPeriod] = useState(storedPeriod);
  const figures = useFigures(period);
  const isAdmin = useAuth().user?.role === 'admin';

  return (
    <>
      <PageHead title={t('navigation.figures')}>{t('figures.subtitle')}</PageHead>
      <ListState
        refresh={refresh}
        total={figures?.total}
        isWhole={figures?.isWhole === true}
        empty={
          <EmptyState icon={chartIcon} title={t('figures.emptyTitle')}>
            {t('figures.emptyText')}
          </EmptyState>
        }
      >
        {figures && (
          <>
            {(figures.isTrimmed || !figures.isWhole) && (
              <p className={styles.partly} role="status">
                {figures.isWhole ? t('figures.trimmed') : stillLoading}
              </p>
            )}
            <div className={styles.period}>
              <FilterBar
                label={t('figures.period')}
                wraps
                filters={(Object.keys(PERIODS) as Period[]).map((value) => ({
                  value,
                  label: t(`figures.periods.${value}`),
                  count: undefined,
                }))}
                value={period}
                onChange={(chosen) => {
                  setPeriod(chosen);
                  writeText('tab', PERIOD_KEY, chosen);
                }}
              />
              <Totals totals={figures.totals} isAdmin={isAdmin} />
            </div>
            <div className={styles.cards}>
              <Pipeline stages={figures.stages} days={figures.days} />
              <Weeks weeks={figures.weeks} />
              {figures.reasons.length > 0 && <Reasons reasons={figures.reasons} />}
              {isAdmin && figures.promises.length > 0 && <Promises months={figures.promises} />}
              <Campaigns sources={figures.campaigns} names={figures.names} days={figures.days} />
              <Languages sources={figures.languages} days={figures.days} />
            </div>
          </>
        )}
      </ListState>
    </>
  );
}

/** The period that was chosen in this tab. */
function storedPeriod(): Period {
  const stored = readText('tab', PERIOD_KEY) ?? '';
  return isOneOf(Object.keys(PERIODS) as Period[], stored) ? stored : 'all';
}

/** Numbers of the period, each beside that of the same time before. */
function Totals({ totals, isAdmin }: { totals: Figures['totals']; isAdmin: boolean }) {
  const { t, language } = useText();
  const labels = {
    inquiries: t('figures.inquiries'),
    applications: t('figures.applications'),
    signed: t('figures.signed'),
    ...(isAdmin && { kept: t('figures.promises') }),
  };
  return (
    <dl className={styles.totals}>
      {(Object.keys(labels) as (keyof typeof labels)[]).map((kind) => {
        const { now, before } = totals[kind];
        const numberOf = (value: number) =>
          kind === 'kept'
            ? (value / 100).toLocaleString(language, { style: 'percent' })
            : formatNumber(language, value);
        return (
          <div key={kind} className={styles.total}>
            <dt>{labels[kind]}</dt>
            <dd>
              <span className={styles.number}>{now === null ? '–' : numberOf(now)}</span>
              {before !== null && (
                <span className={styles.before}>
                  {t('figures.before', { count: numberOf(before) })}
                </span>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

interface PipelineProps {
  stages: readonly Stage[];
  days: Figures['days'];
}

function Pipeline({ stages, days: period }: PipelineProps) {
  const { t, language } = useText();
  const all = Math.max(1, ...stages.map(({ reached }) => reached));
  const heads = [
    t('figures.status'),
    t('figures.now'),
    t('figures.reached'),
    '%',
    t('figures.days'),
  ];
  return (
    <Card title={t('figures.pipeline')}>
      <FigureTable label={t('figures.pipeline')} heads={heads}>
        {stages.map(({ status, now, reached, conversion, days }) => (
          <FigureRow
            key={status}
            name={
              <Listed list="applications" where={{ ...within(period), status }}>
                <span className={styles.status}>
                  <StatusMark status={status} />
                  {t(`status.${status}`)}
                </span>
              </Listed>
            }
            share={reached / all}
            numbers={[now, reached, conversion ?? '–', daysText(language, days)]}
          />
        ))}
      </FigureTable>
      <p className={styles.hint}>{t('figures.pipelineHint')}</p>
    </Card>
  );
}

/** Why applications were rejected in the period. */
function Reasons({ reasons }: { reasons: readonly ReasonCount[] }) {
  const { t } = useText();
  const all = reasons.reduce((sum, { count }) => sum + count, 0);
  return (
    <Card title={t('figures.reasons')}>
      <FigureTable
        label={t('figures.reasons')}
        heads={[t('rejection.reason'), t('figures.rejections'), '%']}
      >
        {reasons.map(({ reason, count }) => (
          <FigureRow
            key={reason}
            name={reason === null ? t('figures.noReason') : wordText(t, 'reasons', reason)}
            share={count / all}
            numbers={[count, Math.round((100 * count) / all)]}
          />
        ))}
      </FigureTable>
    </Card>
  );
}

function daysText(language: string, days: number | null): string {
  if (days === null) return '–';
  return days < 1 ? '< 1' : formatNumber(language, Math.round(days));
}

function Weeks({ weeks }: { weeks: readonly Week[] }) {
  const { t, language } = useText();
  const series = (['inquiries', 'signed'] as const).map((kind) => {
    const values = weeks.map((week) => week[kind]);
    const sum = values.reduce((total, value) => total + value, 0);
    const name = t(`figures.${kind}`);
    const title = t('sync.toast.change', { name, change: formatNumber(language, sum) });
    return { kind, values, title };
  });
  const heads = [t('figures.week'), t('figures.inquiries'), t('figures.signed')];
  const most = Math.max(1, ...weeks.map(({ inquiries }) => inquiries));
  return (
    <Card title={t('figures.weeks')}>
      <div className={primitives.stack4}>
        {series.map(({ kind, values, title }) => (
          <BarChart key={kind} title={title} values={values} words={title} />
        ))}
        <BarAxis first={formatDate(weeks[0]?.from ?? '')} last={t('figures.thisWeek')} />
      </div>
      <Unfold summary={t('figures.table')}>
        <FigureTable label={t('figures.weeks')} heads={heads}>
          {weeks.toReversed().map(({ from, inquiries, signed }) => (
            <FigureRow
              key={from}
              name={
                <Listed
                  list="contacts"
                  where={{ createdAt: `${from}..${dayAfter(Date.parse(`${from}T12:00`), 6)}` }}
                >
                  {formatDate(from)}
                </Listed>
              }
              share={inquiries / most}
              numbers={[inquiries, signed]}
            />
          ))}
        </FigureTable>
      </Unfold>
    </Card>
  );
}

/** The share of inquiries that were settled within the time of the promised reply. */
function Promises({ months }: { months: readonly Month[] }) {
  const { t, language } = useText();
  const heads = [t('figures.month'), '%', t('figures.kept'), t('figures.promised')];
  return (
    <Card title={t('figures.promises')}>
      <FigureTable label={t('figures.promises')} heads={heads}>
        {months.map(({ month, due, kept }) => (
          <FigureRow
            key={month}
            name={
              <Listed list="contacts" where={{ createdAt: month }}>
                {monthText(language, month)}
              </Listed>
            }
            share={kept / due}
            numbers={[Math.round((100 * kept) / due), kept, due]}
          />
        ))}
      </FigureTable>
      <p className={styles.hint}>{t('figures.promisesHint')}</p>
    </Card>
  );
}

function monthText(language: string, month: string): string {
  const options = { month: 'short', year: 'numeric' } as const;
  return new Date(`${month}-15T12:00`).toLocaleDateString(language, options);
}

/** The arrivals of a period. */
function within(days: Figures['days']): Where {
  return days === null ? EVERYWHERE : { createdAt: days };
}

interface CampaignsProps {
  days: Figures['days'];
  sources: readonly Source<number | null>[];
  names: ReadonlyMap<number, string>;
}

function Campaigns({ sources, names, days }: CampaignsProps) {
  const { t } = useText();
  const [isWhole, setWhole] = useState(false);
  return (
    <Card title={t('figures.campaigns')}>
      <Sources
        label={t('figures.campaigns')}
        head={t('figures.campaign')}
        sources={isWhole ? sources : sources.slice(0, SHOWN)}
        field="campaignId"
        days={days}
        // A campaign that was deleted, or that this user may not see, still has its number.
        nameOf={(id) => (id === null ? t('figures.none') : <bdi>{names.get(id) ?? `#${id}`}</bdi>)}
      />
      {!isWhole && sources.length > SHOWN && (
        <Button variant="quiet" onClick={() => setWhole(true)}>
          {t('figures.all', { count: sources.length })}
        </Button>
      )}
    </Card>
  );
}

interface LanguagesProps {
  days: Figures['days'];
  sources: readonly Source<string | null>[];
}

function Languages({ sources, days }: LanguagesProps) {
  const { t } = useText();
  const nameOf = (code: string | null) => {
    if (code === null) return t('figures.unknown');
    return isOneOf(LANGUAGE_CODES, code) ? <bdi lang={code}>{ownName(code)}</bdi> : code;
  };
  return (
    <Card title={t('figures.languages')}>
      <Sources
        label={t('figures.languages')}
        head={t('figures.language')}
        field="language"
        days={days}
        sources={sources}
        nameOf={nameOf}
      />
    </Card>
  );
}

interface SourcesProps<Key> {
  label: string;
  head: string;
  /** The field of an inquiry that has the key. */
  field: 'campaignId' | 'language';
  days: Figures['days'];
  sources: readonly Source<Key>[];
  nameOf: (key: Key) => ReactNode;
}

function Sources<Key extends string | number | null>({
  label,
  head,
  field,
  days,
  sources,
  nameOf,
}: SourcesProps<Key>) {
  const { t } = useText();
  const most = Math.max(1, ...sources.map(({ inquiries }) => inquiries));
  if (sources.length === 0) return <p className={styles.hint}>{t('figures.noInquiries')}</p>;
  return (
    <FigureTable label={label} heads={[head, t('figures.inquiries'), t('figures.signed')]}>
      {sources.map(({ key, inquiries, signed }) => (
        <FigureRow
          key={key}
          name={
            <Listed list="contacts" where={{ ...within(days), [field]: String(key ?? NOTHING) }}>
              {nameOf(key)}
            </Listed>
          }
          share={inquiries / most}
          numbers={[inquiries, signed]}
        />
      ))}
    </FigureTable>
  );
}

interface ListedProps {
  list: Tab;
  /** `status` is the filter of applications. */
  where: Where;
  children: ReactNode;
}

/** Leads to the rows of a list with these values. The address holds them, so that another tab shows the same. */
function Listed({ list, where, children }: ListedProps) {
  return (
    <Link to={APP_PATHS.figures} hash={`${new URLSearchParams({ list, ...where })}`}>
      {children}
    </Link>
  );
}

/** Leads from the address of `Listed` on to the list. */
function ToList({ asked }: { asked: string }) {
  const navigate = useNavigate();
  const { userId } = useMirror();
  useLayoutEffect(() => {
    const { list, status = '', ...rest } = Object.fromEntries(new URLSearchParams(asked));
    const where = Object.entries(rest).filter(([field]) => isOneOf(LINKED, field));
    const view = { query: '', where: Object.fromEntries(where), saved: null };
    const { tab } = tabOf({ tab: list });
    if (tab) setListView(tab, userId, { ...view, filter: 'all' });
    else {
      const filter = isOneOf(STATUSES, status) ? status : 'all';
      setListView('applications', userId, { ...view, filter });
    }
    void navigate({ to: APP_PATHS.dashboard, search: tabOf({ tab }), replace: true });
  }, [asked, navigate, userId]);
  return null;
}

/** The fields of the links; none of them names a person. */
const LINKED = ['createdAt', 'campaignId', 'language'] as const;
