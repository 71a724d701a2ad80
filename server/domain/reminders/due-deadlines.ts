import { birthdayAfter, daysAfter } from '#contract/deadlines/days.ts';
import { type Deadline, deadlinesOf } from '#contract/deadlines/deadlines.ts';
import { type Rules, rulesOf } from '#contract/deadlines/rules.ts';
import { asideNote } from '#contract/deadlines/set-aside.ts';
import { type WindowDay, windowDaysOf } from '#contract/deadlines/windows.ts';
import { asideKeys } from '#contract/values/undone-notes.ts';
import type { Db } from '#prisma/client.ts';
import { currentVersion } from '#server/domain/site/site.ts';

/** A deadline of an application that is not set aside. */
export interface OpenDeadline {
  application: { id: string; playerName: string; updatedAt: Date };
  deadline: Deadline;
}

/** The deadlines that are told from this day on, `YYYY-MM-DD`, by the keys by which they are known. */
export async function deadlinesToldOn(db: Db, day: string): Promise<{ id: string; key: string }[]> {
  const told = await openDeadlines(db, { day, ahead: TOLD_AHEAD }, ({ from }) => from === day);
  return told.map(({ application: { id }, deadline: { key } }) => ({ id, key }));
}

/** The deadlines of the year that begins on this day, and those that are late. */
export function deadlinesOfYear(db: Db, day: string): Promise<OpenDeadline[]> {
  const last = daysAfter(day, YEAR);
  return openDeadlines(db, { day, ahead: YEAR }, ({ on }) => on <= last);
}

/** The days of transfer windows that are told from this day on, `YYYY-MM-DD`. */
export async function windowsToldOn(db: Db, day: string): Promise<WindowDay[]> {
  return (await windowsAhead(db, day)).filter(({ from }) => from === day);
}

/** The days of transfer windows from this day on. */
export async function windowsAhead(db: Db, day: string): Promise<WindowDay[]> {
  const version = await currentVersion(db);
  return windowDaysOf(version?.content.settings.windows ?? [], day);
}

/** Longer than a player's turning of age is told before it, in days. */
const TOLD_AHEAD = 31;
const YEAR = 365;

async function openDeadlines(
  db: Db,
  when: { day: string; ahead: number },
  isWanted: (deadline: Deadline) => boolean,
): Promise<OpenDeadline[]> {
  const version = await currentVersion(db);
  const rules = rulesOf(version?.content.settings.rules);
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
  { adult, birthday }: Rules,
  { day, ahead }: { day: string; ahead: number },
) {
  const yearsAgo = (years: number) => birthdayAfter(day, -years);
  return [
    { contractUntil: { gte: day } },
    { mandateUntil: { not: null } },
    { mandateFrom: { not: null } },
    { otherAgentUntil: { gte: day } },
    ...(adult === undefined
      ? []
      : [{ dateOfBirth: { gte: yearsAgo(adult), lte: daysAfter(yearsAgo(adult), ahead) } }]),
    ...(birthday === undefined ? [] : [{ dateOfBirth: birthdaysFrom(day, ahead) }]),
  ];
}

/** Of those on which birthdays are told, only that of the day can be looked for. */
function birthdaysFrom(day: string, ahead: number) {
  return ahead < YEAR ? { endsWith: day.slice(4) } : { not: null };
}
