import { searchesToldUntil } from '#contract/deadlines/club-searches.ts';
import { birthdayAfter, daysAfter, monthsAfter } from '#contract/deadlines/days.ts';
import { type Deadline, deadlinesOf } from '#contract/deadlines/deadlines.ts';
import { type Rules, rulesOf } from '#contract/deadlines/rules.ts';
import { asideNote } from '#contract/deadlines/set-aside.ts';
import { type WindowDay, windowDaysOf } from '#contract/deadlines/windows.ts';
import { SET_ASIDE } from '#contract/fields/contact-fields.ts';
import type { SiteSettings } from '#contract/site.ts';
import { asideKeys } from '#contract/values/undone-notes.ts';
import type { Db } from '#prisma/client.ts';
import { currentVersion } from '#server/domain/site/site.ts';

/** A deadline of an application that is not set aside. */
export interface OpenDeadline {
  application: { id: string; playerName: string; updatedAt: Date };
  deadline: Deadline;
}

/** What is told from a day on, about an application, an inquiry, or no record. */
interface Told {
  id: string | number | null;
  /** Equal for the same, such as `Deadline.key`. */
  key: string;
}

/** The deadlines, the searches of clubs and the days of transfer windows that are told from this day on, `YYYY-MM-DD`. */
export async function toldFrom(db: Db, day: string): Promise<Told[]> {
  const settings = await settingsOf(db);
  const isNew = ({ from }: { from: string }) => from === day;
  const deadlines = await openDeadlines(db, settings, { day, ahead: TOLD_AHEAD }, isNew);
  const until = searchesToldUntil(day);
  const searches = await db.contact.findMany({
    where: { wantedUntil: until, state: { notIn: [...SET_ASIDE] }, withdrawnAt: null },
    select: { id: true },
    take: MOST_SEARCHES,
  });
  return [
    ...deadlines.map(({ application: { id }, deadline: { key } }) => ({ id, key })),
    ...searches.map(({ id }) => ({ id, key: until })),
    ...windowsIn(settings, day)
      .filter(isNew)
      .map(({ key }) => ({ id: null, key })),
  ];
}

/** The deadlines of the year that begins on this day, also late ones, and the days of all transfer windows to come. */
export async function datesAhead(
  db: Db,
  day: string,
): Promise<{ deadlines: OpenDeadline[]; windows: WindowDay[] }> {
  const settings = await settingsOf(db);
  const last = daysAfter(day, YEAR);
  const when = { day, ahead: YEAR };
  const deadlines = await openDeadlines(db, settings, when, ({ on }) => on <= last);
  return { deadlines, windows: windowsIn(settings, day) };
}

/** Longer than a player's turning of age is told before it, in days. */
const TOLD_AHEAD = 31;
const YEAR = 365;
/** The most searches that are told at once. */
const MOST_SEARCHES = 1_000;

/** What the owner has published about deadlines. */
type Settings = Partial<Pick<SiteSettings, 'rules' | 'windows'>>;

async function settingsOf(db: Db): Promise<Settings> {
  return (await currentVersion(db))?.content.settings ?? {};
}

function windowsIn({ windows = [] }: Settings, day: string): WindowDay[] {
  return windowDaysOf(windows, day);
}

async function openDeadlines(
  db: Db,
  settings: Settings,
  when: { day: string; ahead: number },
  isWanted: (deadline: Deadline) => boolean,
): Promise<OpenDeadline[]> {
  const rules = rulesOf(settings.rules);
  const dated = await db.application.findMany({
    where: { removedAt: null, status: { not: 'rejected' }, OR: mayHaveDeadline(rules, when) },
    select: {
      id: true,
      playerName: true,
      updatedAt: true,
      status: true,
      email: true,
      dateOfBirth: true,
      contractUntil: true,
      mandateFrom: true,
      mandateUntil: true,
      mandateReportedOn: true,
      otherAgentUntil: true,
    },
    orderBy: { id: 'asc' },
  });
  const wanted = dated.flatMap((application) =>
    deadlinesOf(application, rules, when.day)
      .filter(isWanted)
      .map((deadline) => ({ application, deadline })),
  );
  const aside = await readAsides(db, [...new Set(wanted.map(({ application: { id } }) => id))]);
  return wanted.filter(({ application: { id }, deadline }) => !aside.get(id)?.has(deadline.key));
}

/** The keys of the deadlines that are set aside, by application. */
async function readAsides(db: Db, ids: string[]): Promise<Map<string, ReadonlySet<string>>> {
  const noted = await db.historyEntry.findMany({
    where: { applicationId: { in: ids }, notes: { contains: asideNote('') } },
    select: { applicationId: true, notes: true, newStatus: true, previousStatus: true },
    orderBy: { version: 'desc' },
  });
  const of = new Map<string, typeof noted>();
  for (const note of noted)
    of.set(note.applicationId, [...(of.get(note.applicationId) ?? []), note]);
  return new Map([...of].map(([id, notes]) => [id, asideKeys(notes)]));
}

/** Days of birth are many: only those of the players who turn of age soon, or have their birthday. */
function mayHaveDeadline(
  { minor, adult, birthday }: Rules,
  { day, ahead }: { day: string; ahead: number },
) {
  const bornBy = (first: string | null) =>
    first === null ? [] : [{ dateOfBirth: { gte: first, lte: daysAfter(first, ahead) } }];
  return [
    { contractUntil: { gte: day } },
    { mandateUntil: { not: null } },
    { mandateFrom: { not: null } },
    { otherAgentUntil: { gte: day } },
    ...bornBy(minor === undefined ? null : monthsAfter(day, -minor)),
    ...bornBy(adult === undefined ? null : birthdayAfter(day, -adult)),
    ...(birthday === undefined ? [] : [{ dateOfBirth: birthdaysFrom(day, ahead) }]),
  ];
}

/** Of those on which birthdays are told, only that of the day can be looked for. */
function birthdaysFrom(day: string, ahead: number) {
  return ahead < YEAR ? { endsWith: day.slice(4) } : { not: null };
}
