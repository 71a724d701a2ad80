import type { HistoryEntry } from '#contract/applications.ts';
import { REPLY_WITHIN } from '#contract/fields/inquiry-fields.ts';
import { STATUSES, type Status } from '#contract/fields/vocabulary.ts';
import { dayAfter } from '#pwa/lib/time/dates.ts';
import type { ApplicationRow, ContactRow } from '#pwa/local/database/rows.ts';

/** One status of the pipeline. */
export interface Stage {
  status: Status;
  /** Applications that have this status now. */
  now: number;
  /** Applications that ever had this status or a later one; for `rejected`, this status itself. */
  reached: number;
  /** `reached` in percent of the stage before; null where there is none, or where it was never reached. */
  conversion: number | null;
  /** Median of the days that applications stayed before they went on; null before the first did. */
  days: number | null;
}

/** The counts of one week. */
export interface Week {
  /** Its first day, `YYYY-MM-DD` on this device. */
  from: string;
  inquiries: number;
  signed: number;
}

/** Where inquiries came from, and how many of them became signed players. */
export interface Source<Key> {
  key: Key;
  inquiries: number;
  signed: number;
}

/** How many rejections had one reason; null for those without. */
export interface ReasonCount {
  reason: string | null;
  count: number;
}

/** How many inquiries were answered, converted or set aside within the 48 hours of the promised reply. */
export interface Month {
  /** `YYYY-MM` of the inquiries' arrival, on this device. */
  month: string;
  /** Inquiries that are settled, or whose deadline is over. */
  due: number;
  /** Settled in time, which does not say that a reply was sent: a conversion ends the clock, too. */
  kept: number;
}

/** Spans of time up to now, by name: their days on this device, today included; null is all of it. */
export const PERIODS = { all: null, year: 365, quarter: 90, month: 30 } as const;
export type Period = keyof typeof PERIODS;

/** A number of a period, and of the same time before it. Null where there is nothing to count, or nothing before. */
export interface Total {
  now: number | null;
  before: number | null;
}

export interface Figures {
  /** Numbers of the period; `kept` is the percentage of the inquiries that arrived then and were settled in time. */
  totals: Record<'inquiries' | 'applications' | 'signed' | 'kept', Total>;
  /** First and last day of the period, `YYYY-MM-DD..YYYY-MM-DD` on this device; null for all of it. */
  days: string | null;
  /** Of applications of the period. */
  stages: Stage[];
  weeks: Week[];
  /** Of rejections of the period, the most first; those without a reason are last. */
  reasons: ReasonCount[];
  /** Months of the period with promises, the newest first. */
  promises: Month[];
  /** Of inquiries of the period, by campaign id, most inquiries first; null for inquiries without a campaign. */
  campaigns: Source<number | null>[];
  /** Likewise by language code; null where it is not known. */
  languages: Source<string | null>[];
}

interface Records {
  applications: readonly ApplicationRow[];
  contacts: readonly ContactRow[];
  /** Of all applications, in any order. */
  history: readonly HistoryEntry[];
}

/** How many weeks are counted, this one included. */
const WEEKS = 12;
/** How many months are shown at most. */
const MONTHS = 12;
/** How soon a change is taken back that was none, in milliseconds. */
const UNDONE_WITHIN = 10 * 60_000;
const DAY = 24 * 60 * 60_000;

/** The stages that lead to a contract, in their order. */
const WAY: readonly string[] = STATUSES.filter((status) => status !== 'rejected');

/** What does not depend on the period: at 10,000 records most of the work. */
type Counted = Records &
  Pick<Figures, 'weeks' | 'promises'> & {
    now: number;
    /** By application, in their order. */
    changes: ReadonlyMap<string, readonly HistoryEntry[]>;
    /** Without spam. */
    inquiries: readonly ContactRow[];
    due: readonly Promised[];
    rejections: readonly Rejection[];
    /** The inquiries of signed players. */
    signed: ReadonlySet<number | null>;
  };

/**
 * Counts once what the figures of each period need. Weeks are those until now.
 *
 * @param now milliseconds since 1970
 */
export function countedOf(records: Records, now: number): Counted {
  const { applications, contacts, history } = records;
  const ids = new Set(applications.map(({ id }) => id));
  const changed = history.filter(
    ({ applicationId, previousStatus, newStatus }) =>
      previousStatus !== newStatus && ids.has(applicationId),
  );
  const changes = new Map(
    [...groupBy(changed, ({ applicationId }) => applicationId)].map(([id, own]) => [
      id,
      withoutUndone(own),
    ]),
  );
  const inquiries = contacts.filter(({ state }) => state !== 'spam');
  const due = inquiries.flatMap((inquiry) => promisedOf(inquiry, now) ?? []);
  return {
    ...records,
    now,
    changes,
    inquiries,
    signed: new Set(
      applications.filter(({ status }) => status === 'signed').map(({ contactId }) => contactId),
    ),
    due,
    rejections: rejectionsOf(changes, history),
    weeks: weeksOf(inquiries, [...changes.values()].flat(), now),
    promises: promisesOf(due).slice(0, MONTHS),
  };
}

/** What the records say about the agent's work. Spam and removed applications count nowhere. */
export function figuresOfPeriod(
  { applications, changes, inquiries, due, rejections, signed, weeks, promises, now }: Counted,
  period: Period = 'all',
): Figures {
  const days = PERIODS[period];
  const first = days && dayAfter(now, 1 - days);
  const start = first === null ? '' : startOf(first);
  const startBefore = days === null ? start : startOf(dayAfter(now, 1 - 2 * days));
  const isWithin = (row: Dated) => isFrom(start, row);
  const isBefore = (row: Dated) => isFrom(startBefore, row) && !isWithin(row);
  const totalOf = <Row extends Dated>(
    rows: readonly Row[],
    count: (rows: readonly Row[]) => number | null = ({ length }) => length,
  ): Total => ({
    now: count(rows.filter(isWithin)),
    before: days === null ? null : count(rows.filter(isBefore)),
  });
  const inquired = inquiries.filter(isWithin);
  return {
    totals: {
      inquiries: totalOf(inquiries),
      applications: totalOf(applications),
      signed: totalOf(signingsOf(applications, changes)),
      kept: totalOf(due, percentKept),
    },
    days: first && `${first}..${dayAfter(now, 0)}`,
    stages: stagesOf(applications.filter(isWithin), changes),
    reasons: reasonsOf(rejections.filter(isWithin)),
    weeks,
    promises:
      first === null ? promises : promises.filter(({ month }) => month >= first.slice(0, 7)),
    campaigns: sourcesOf(inquired, signed, ({ campaignId }) => campaignId),
    languages: sourcesOf(inquired, signed, ({ language }) => language),
  };
}

/** Something with its instant, ISO 8601. */
type Dated = Pick<ApplicationRow, 'createdAt'>;

/** An inquiry that is settled, or whose deadline is over. */
interface Promised extends Dated {
  isKept: boolean;
}

/** When an application was rejected, and why. */
interface Rejection extends Dated {
  reason: string | null;
}

/** The first instant of a day `YYYY-MM-DD` on this device, ISO 8601. */
function startOf(day: string): string {
  return new Date(`${day}T00:00`).toISOString();
}

/** As texts: parsed, 10,000 instants take 100 ms a period. */
function isFrom(start: string, { createdAt }: Dated): boolean {
  return createdAt >= start;
}

function dayOf(instant: string): string {
  return dayAfter(Date.parse(instant), 0);
}

/** The changes of one application without the ones taken back at once: a slip of the finger is no signing. */
function withoutUndone(changes: readonly HistoryEntry[]): HistoryEntry[] {
  const kept: HistoryEntry[] = [];
  for (const change of changes.toSorted((one, other) => one.version - other.version)) {
    const last = kept.at(-1);
    const isUndone =
      last?.previousStatus === change.newStatus &&
      last.newStatus === change.previousStatus &&
      Date.parse(change.createdAt) - Date.parse(last.createdAt) < UNDONE_WITHIN;
    if (isUndone) kept.pop();
    else kept.push(change);
  }
  return kept;
}

/** When each player signed first. One who was entered as signed did so then. */
function signingsOf(
  applications: readonly ApplicationRow[],
  changes: ReadonlyMap<string, readonly HistoryEntry[]>,
): Dated[] {
  return applications.flatMap(({ id, status, createdAt }): Dated[] => {
    const own = changes.get(id) ?? [];
    const first = own.find(({ newStatus }) => newStatus === 'signed');
    if (first) return [first];
    return status === 'signed' ? [{ createdAt }] : [];
  });
}

/** Of each rejection that stood, with the reason that was given last: with it, or before the status changed again. */
function rejectionsOf(
  changes: ReadonlyMap<string, readonly HistoryEntry[]>,
  history: readonly HistoryEntry[],
): Rejection[] {
  const given = groupBy(
    history.filter(({ reason }) => reason).toSorted((one, other) => other.version - one.version),
    ({ applicationId }) => applicationId,
  );
  return [...changes].flatMap(([id, own]) =>
    own.flatMap(({ newStatus, createdAt, version: from }, at): Rejection[] => {
      if (newStatus !== 'rejected') return [];
      const until = own[at + 1]?.version ?? Infinity;
      const last = given.get(id)?.find(({ version }) => version >= from && version < until);
      return [{ createdAt, reason: last?.reason ?? null }];
    }),
  );
}

function reasonsOf(rejections: readonly Rejection[]): ReasonCount[] {
  return [...groupBy(rejections, ({ reason }) => reason)]
    .map(([reason, { length: count }]) => ({ reason, count }))
    .toSorted(
      (one, other) =>
        Number(one.reason === null) - Number(other.reason === null) || other.count - one.count,
    );
}

function percentKept(due: readonly Promised[]): number | null {
  const kept = due.filter(({ isKept }) => isKept);
  return due.length === 0 ? null : Math.round((100 * kept.length) / due.length);
}

function stagesOf(
  applications: readonly ApplicationRow[],
  /** By application, in their order. */
  changes: ReadonlyMap<string, readonly HistoryEntry[]>,
): Stage[] {
  const now = new Map<string, number>();
  const reached = new Map<string, number>();
  const stays = new Map<string, number[]>();
  for (const { id, status, createdAt } of applications) {
    now.set(status, (now.get(status) ?? 0) + 1);
    const had = [status];
    let since = Date.parse(createdAt);
    for (const { previousStatus, createdAt: at } of changes.get(id) ?? []) {
      had.push(previousStatus);
      // The clocks of two phones may differ.
      const stay = Math.max(0, Date.parse(at) - since);
      const others = stays.get(previousStatus) ?? [];
      stays.set(previousStatus, others);
      others.push(stay / DAY);
      since = Date.parse(at);
    }
    const furthest = Math.max(0, ...had.map((each) => WAY.indexOf(each)));
    const passed = WAY.slice(0, furthest + 1);
    if (had.includes('rejected')) passed.push('rejected');
    for (const stage of passed) {
      reached.set(stage, (reached.get(stage) ?? 0) + 1);
    }
  }
  return STATUSES.map((status, at) => {
    const before = status === 'rejected' ? WAY[0] : STATUSES[at - 1];
    const from = before && reached.get(before);
    const own = reached.get(status) ?? 0;
    return {
      status,
      now: now.get(status) ?? 0,
      reached: own,
      conversion: from ? Math.round((100 * own) / from) : null,
      days: medianOf(stays.get(status) ?? []),
    };
  });
}

/** Weeks start on Monday, by this device's calendar. */
function weeksOf(
  inquiries: readonly ContactRow[],
  changes: readonly HistoryEntry[],
  now: number,
): Week[] {
  const sinceMonday = (new Date(now).getDay() + 6) % 7;
  const starts = Array.from({ length: WEEKS }, (_, at) =>
    dayAfter(now, -sinceMonday - 7 * (WEEKS - 1 - at)),
  );
  const weeks = starts.map((from): Week => ({ from, inquiries: 0, signed: 0 }));
  const weekOf = (instant: string) => {
    const day = dayOf(instant);
    return weeks.findLast(({ from }) => from <= day);
  };
  for (const { createdAt } of inquiries) {
    const week = weekOf(createdAt);
    if (week) week.inquiries += 1;
  }
  for (const { newStatus, createdAt } of changes) {
    const week = newStatus === 'signed' && weekOf(createdAt);
    if (week) week.signed += 1;
  }
  return weeks;
}

/** Null for an inquiry that was settled without a noted time, or looks like a machine's, or whose visitor still waits. */
function promisedOf(inquiry: ContactRow, now: number): Promised | null {
  const { createdAt, answeredAt, withdrawnAt, suspect, state } = inquiry;
  const end = Date.parse(createdAt) + REPLY_WITHIN;
  if (answeredAt !== null) return { createdAt, isKept: Date.parse(answeredAt) <= end };
  const isOpen = state === 'new' && !inquiry.convertedToApplication && inquiry.addedTo === null;
  // Until when the visitor has waited.
  const waitedUntil = withdrawnAt === null ? now : Date.parse(withdrawnAt);
  return isOpen && !suspect && waitedUntil > end ? { createdAt, isKept: false } : null;
}

function promisesOf(promised: readonly Promised[]): Month[] {
  const months = new Map<string, Month>();
  for (const { createdAt, isKept } of promised) {
    const month = dayOf(createdAt).slice(0, 7);
    const counted = months.get(month) ?? { month, due: 0, kept: 0 };
    months.set(month, counted);
    counted.due += 1;
    if (isKept) counted.kept += 1;
  }
  return [...months.values()].toSorted((one, other) => other.month.localeCompare(one.month));
}

function sourcesOf<Key>(
  inquiries: readonly ContactRow[],
  signed: ReadonlySet<number | null>,
  keyOf: (contact: ContactRow) => Key,
): Source<Key>[] {
  const groups = groupBy(inquiries, keyOf);
  return [...groups]
    .map(([key, rows]) => ({
      key,
      inquiries: rows.length,
      signed: rows.filter(({ id }) => signed.has(id)).length,
    }))
    .toSorted((one, other) => other.inquiries - one.inquiries);
}

function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** As `Map.groupBy`, which Safari has since 17.4. */
function groupBy<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}
