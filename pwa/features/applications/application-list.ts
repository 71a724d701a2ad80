import type { Application } from '#contract/applications.ts';
import { isAnonymised } from '#contract/fields/anonymised.ts';
import { APPLICATION_FIELDS } from '#contract/fields/application-fields.ts';
import { searchableOf } from '#contract/fields/field-table.ts';
import { isOneOf, STATUSES, type Status } from '#contract/fields/vocabulary.ts';
import type { SearchRules } from '#contract/values/search-rules.ts';
import { lazyPartAhead } from '#pwa/lib/lazy-part.ts';
import { byText } from '#pwa/lib/text/by-text.ts';
import { type Found, findRows } from '#pwa/lib/text/find-rows.ts';
import { type Haystack, type Note, searchTextOf } from '#pwa/lib/text/haystack.ts';
import { dayPart } from '#pwa/lib/time/dates.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';

export type ApplicationFilter = 'all' | 'due' | Status;
const APPLICATION_FILTERS: readonly ApplicationFilter[] = ['all', 'due', ...STATUSES];

export const APPLICATION_SORTS = [
  'updated',
  'name',
  'position',
  'currentClub',
  'status',
  'created',
  'followUp',
  'contractUntil',
  'mandateUntil',
  'deadline',
] as const;
export type ApplicationSort = (typeof APPLICATION_SORTS)[number];

/** The fields in which a search looks. */
export const SEARCHED = searchableOf(APPLICATION_FIELDS);
const textOf = searchTextOf(SEARCHED);

/** The text in which a search looks for an application: never with notes about an erased person. */
export function haystackOf(
  row: ApplicationRow,
  rules: SearchRules,
  notes?: readonly Note[],
): string {
  return textOf(row, rules, isAnonymised(row) ? undefined : notes);
}

/** Newest change first unless another order is chosen; equals by the newest change. */
export function sortedApplications(
  rows: readonly ApplicationRow[],
  sort: ApplicationSort,
): ApplicationRow[] {
  const newest = [...rows].sort((a, b) => after(a.updatedAt, b.updatedAt));
  if (sort === 'deadline') return (byDeadline ?? byMandate)(newest);
  return sort === 'updated' ? newest : newest.sort(ORDERS[sort]);
}

type Sorted = (rows: ApplicationRow[]) => ApplicationRow[];
const byMandate: Sorted = (rows) => rows.sort(ORDERS.mandateUntil);
/** Fetched behind the first screen, which has another order. */
let byDeadline: Sorted | undefined;
lazyPartAhead(async () => {
  ({ byDeadline } = await import('./deadlines/by-deadline.ts'));
});

const ORDERS: Record<
  Exclude<ApplicationSort, 'updated' | 'deadline'>,
  (a: ApplicationRow, b: ApplicationRow) => number
> = {
  name: byText('playerName'),
  position: byText('position'),
  currentClub: byText('currentClub'),
  status: (a, b) => placeOf(a.status) - placeOf(b.status),
  created: (a, b) => after(a.createdAt, b.createdAt),
  followUp: byDay('followUpOn'),
  contractUntil: byDay('contractUntil'),
  mandateUntil: byDay('mandateUntil'),
};

/** The earliest day first; applications without one come last. */
function byDay(field: 'followUpOn' | 'contractUntil' | 'mandateUntil') {
  return (a: ApplicationRow, b: ApplicationRow): number =>
    after(b[field] ?? '9999', a[field] ?? '9999');
}

/** A status that only a newer server knows comes after all others. */
function placeOf(status: Application['status']): number {
  return isOneOf(STATUSES, status) ? STATUSES.indexOf(status) : STATUSES.length;
}

/** Puts the later one first. */
function after(one: string, other: string): number {
  if (one === other) return 0;
  return one > other ? -1 : 1;
}

/** True on and after the day of the follow-up. */
export function isDue({ followUpOn }: ApplicationRow, today: string): boolean {
  return followUpOn !== null && dayPart(followUpOn) <= today;
}

/** The applications whose follow-up day has come, the earliest day first. */
export function dueApplications(rows: readonly ApplicationRow[], today: string): ApplicationRow[] {
  return rows.filter((row) => isDue(row, today)).sort(ORDERS.followUp);
}

/** After so long without a change an open application is silent, in ms. */
const SILENCE = 14 * 24 * 60 * 60_000;
const ENDED: readonly string[] = ['signed', 'rejected'] satisfies Status[];

/**
 * The applications that are not at their end, have no follow-up day and have not changed for 14 days,
 * the last one to become silent first. Setting all aside leaves them out for 14 days.
 *
 * @param now milliseconds since 1970, by the server's clock
 * @param asideAt when all were set aside; 0 for never
 */
export function silentApplications(
  rows: readonly ApplicationRow[],
  now: number,
  asideAt = 0,
): ApplicationRow[] {
  const silentAt = (moment: number) => new Date(moment - SILENCE).toISOString();
  const latest = silentAt(now);
  const aside = now < asideAt + SILENCE ? silentAt(asideAt) : '';
  const isSilent = ({ status, followUpOn, updatedAt, email }: ApplicationRow) =>
    followUpOn === null &&
    updatedAt <= latest &&
    updatedAt > aside &&
    !ENDED.includes(status) &&
    !isAnonymised({ email });
  return sortedApplications(rows.filter(isSilent), 'updated');
}

/**
 * The rows that match a search and a filter, in their order.
 *
 * @param haystack of the same rows in the same order; null without a search
 * @param today `YYYY-MM-DD` on this device
 */
export function findApplications(
  rows: readonly ApplicationRow[],
  haystack: Haystack | null,
  { query, filter }: { query: string; filter: ApplicationFilter },
  today: string,
): Found<ApplicationRow, ApplicationFilter> {
  return findRows(rows, haystack, {
    query,
    filter,
    filters: APPLICATION_FILTERS,
    filtersOf: (row) => filtersOf(row, today),
  });
}

function filtersOf(row: ApplicationRow, today: string): readonly ApplicationFilter[] {
  const ofStatus = FILTERS_OF_STATUS.get(row.status) ?? ['all'];
  return isDue(row, today) ? [...ofStatus, 'due'] : ofStatus;
}

/** Built once: a search reads it for thousands of rows. An unknown status is in `all` only. */
const FILTERS_OF_STATUS = new Map<string, readonly ApplicationFilter[]>(
  STATUSES.map((status) => [status, ['all', status]]),
);
