import { birthdayAfter, daysAfter } from '#contract/deadlines/days.ts';
import { deadlinesOf } from '#contract/deadlines/deadlines.ts';
import { type Rules, rulesOf } from '#contract/deadlines/rules.ts';
import { asideNote } from '#contract/deadlines/set-aside.ts';
import { asideKeys } from '#contract/values/undone-notes.ts';
import type { Db } from '#prisma/client.ts';
import { currentVersion } from '#server/domain/site/site.ts';

/** A deadline of an application. */
export interface DueDeadline {
  id: string;
  /** As of `Deadline`. */
  key: string;
}

/** The deadlines that are told from this day on, `YYYY-MM-DD`, and are not set aside. */
export async function deadlinesToldOn(db: Db, day: string): Promise<DueDeadline[]> {
  const version = await currentVersion(db);
  const rules = rulesOf(version?.content.settings.rules);
  const dated = await db.application.findMany({
    where: { removedAt: null, status: { not: 'rejected' }, OR: mayHaveDeadline(rules, day) },
    select: {
      id: true,
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
  const told = dated.flatMap(({ id, ...application }) =>
    deadlinesOf(application, rules, day)
      .filter(({ from }) => from === day)
      .map(({ key }) => ({ id, key })),
  );
  const noted = await db.historyEntry.findMany({
    where: {
      applicationId: { in: told.map(({ id }) => id) },
      notes: { contains: asideNote('') },
    },
    select: { applicationId: true, notes: true, newStatus: true, previousStatus: true },
    orderBy: { version: 'desc' },
  });
  return told.filter(
    ({ id, key }) => !asideKeys(noted.filter(({ applicationId }) => applicationId === id)).has(key),
  );
}

/** Days of birth are many: only those of the players who turn of age soon, or have their birthday. */
function mayHaveDeadline({ adult, birthday }: Rules, day: string) {
  const yearsAgo = (years: number) => birthdayAfter(day, -years);
  return [
    { contractUntil: { gte: day } },
    { mandateUntil: { not: null } },
    { mandateFrom: { not: null } },
    { otherAgentUntil: { gte: day } },
    ...(adult === undefined
      ? []
      : [{ dateOfBirth: { gte: yearsAgo(adult), lte: daysAfter(yearsAgo(adult), 31) } }]),
    ...(birthday === undefined ? [] : [{ dateOfBirth: { endsWith: day.slice(4) } }]),
  ];
}
