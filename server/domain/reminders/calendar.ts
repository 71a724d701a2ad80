import { createHash, randomBytes } from 'node:crypto';
import { daysAfter } from '#contract/deadlines/days.ts';
import { APP_PATHS, applicationAddress } from '#contract/paths/app-paths.ts';
import type { NewCalendar } from '#contract/reminders/calendar.ts';
import type { CalendarEvent } from '#contract/reminders/calendar-file.ts';
import type { Db } from '#prisma/client.ts';
import type { User } from '#server/domain/accounts/users.ts';
import { type Actor, audit } from '#server/domain/common/audit.ts';
import { datesAhead, type OpenDeadline } from './due-deadlines.ts';

/** Follow-ups that are longer ago are left out, in days. */
const PAST = 60;
/** The most events of each kind. */
const MOST = 2_000;

/** When a user made the address that works, null if there is none, and whether it has deadlines. */
export async function calendarState(
  db: Db,
  userId: number,
): Promise<{ since: string | null; hasDeadlines: boolean }> {
  const link = await db.calendarLink.findUnique({ where: { userId } });
  return {
    since: link?.createdAt.toISOString() ?? null,
    hasDeadlines: typeof link?.deadlines === 'string',
  };
}

/** Makes a new address and ends an earlier one. Returns its token, 256 random bits, which is not stored. */
export async function makeCalendar(
  db: Db,
  actor: Actor,
  userId: number,
  { deadlines, ...words }: NewCalendar,
  now = new Date(),
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.$transaction(async (tx) => {
    // Locks it: the calls of one user come one after the other.
    await tx.user.updateMany({ where: { id: userId }, data: { id: userId } });
    await tx.calendarLink.deleteMany({ where: { userId } });
    const data = { ...words, deadlines: deadlines && JSON.stringify(deadlines), createdAt: now };
    await tx.calendarLink.create({ data: { ...data, id: digestOf(token), userId } });
    await audit(tx, actor, { kind: 'calendar-made' }, now);
  });
  return token;
}

/** Ends the address of a user. */
export async function stopCalendar(db: Db, actor: Actor, userId: number): Promise<void> {
  await db.$transaction(async (tx) => {
    const { count } = await tx.calendarLink.deleteMany({ where: { userId } });
    if (count > 0) await audit(tx, actor, { kind: 'calendar-ended' });
  });
}

/** Whose calendar it is, its words and its zone; null for an unknown address and a closed account. */
export async function calendarOf(
  db: Db,
  token: string,
): Promise<{ user: User; calendar: NewCalendar } | null> {
  const where = { id: digestOf(token) };
  const link = await db.calendarLink.findUnique({ where, include: { user: true } });
  if (!link || link.user.disabled) return null;
  const { user, name, event, deadlines, timeZone } = link;
  return {
    user,
    calendar: { name, event, deadlines: deadlines && JSON.parse(deadlines), timeZone },
  };
}

/** All follow-ups, by day, the deadlines of a year, and the transfer windows to come. */
export async function calendarEvents(db: Db, now = new Date()): Promise<CalendarEvent[]> {
  const day = now.toISOString().slice(0, 10);
  const rows = await db.application.findMany({
    where: { followUpOn: { gte: daysAfter(day, -PAST) }, removedAt: null },
    select: { id: true, playerName: true, followUpOn: true, updatedAt: true },
    orderBy: [{ followUpOn: 'asc' }, { id: 'asc' }],
    take: MOST,
  });
  const followUps = rows.flatMap(({ followUpOn, ...application }) =>
    followUpOn === null ? [] : [eventOf('follow-up', followUpOn, application)],
  );
  const ahead = await datesAhead(db, day);
  const deadlines = ahead.deadlines.map(({ application, deadline: { kind, on } }) =>
    eventOf(kind, on, application),
  );
  const windows = ahead.windows.map(
    ({ kind, country, on, from }): CalendarEvent => ({
      kind,
      on,
      id: encodeURIComponent(`${country} ${on}`),
      name: country,
      // The same in every file: a window has no last change.
      updatedAt: new Date(from),
      path: APP_PATHS.dashboard,
    }),
  );
  return [...followUps, ...deadlines.slice(0, MOST), ...windows];
}

function eventOf(
  kind: CalendarEvent['kind'],
  on: string,
  { id, playerName: name, updatedAt }: OpenDeadline['application'],
): CalendarEvent {
  return { kind, on, id, name, updatedAt, path: applicationAddress(id) };
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
