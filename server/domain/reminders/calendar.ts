import { createHash, randomBytes } from 'node:crypto';
import type { NewCalendar } from '#contract/reminders/calendar.ts';
import type { FollowUpEvent } from '#contract/reminders/calendar-file.ts';
import type { Db } from '#prisma/client.ts';
import type { User } from '#server/domain/accounts/users.ts';
import { type Actor, audit } from '#server/domain/common/audit.ts';

const DAY = 24 * 60 * 60_000;
/** Follow-ups that are longer ago are left out, in days. */
const PAST = 60;
/** The most events of a calendar. */
const MOST = 2_000;

/** When a user made the address that works; null if there is none. */
export async function calendarSince(db: Db, userId: number): Promise<Date | null> {
  return (await db.calendarLink.findUnique({ where: { userId } }))?.createdAt ?? null;
}

/** Makes a new address and ends an earlier one. Returns its token, 256 random bits, which is not stored. */
export async function makeCalendar(
  db: Db,
  actor: Actor,
  userId: number,
  { name, event, timeZone }: NewCalendar,
  now = new Date(),
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.$transaction(async (tx) => {
    // Locks it: the calls of one user come one after the other.
    await tx.user.updateMany({ where: { id: userId }, data: { id: userId } });
    await tx.calendarLink.deleteMany({ where: { userId } });
    const data = { id: digestOf(token), userId, name, event, timeZone, createdAt: now };
    await tx.calendarLink.create({ data });
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
  const { user, name, event, timeZone } = link;
  return { user, calendar: { name, event, timeZone } };
}

/** All follow-ups, by day. */
export async function followUpEvents(db: Db, now = new Date()): Promise<FollowUpEvent[]> {
  const since = new Date(now.getTime() - PAST * DAY).toISOString().slice(0, 10);
  const rows = await db.application.findMany({
    where: { followUpOn: { gte: since }, removedAt: null },
    select: { id: true, playerName: true, followUpOn: true, updatedAt: true },
    orderBy: [{ followUpOn: 'asc' }, { id: 'asc' }],
    take: MOST,
  });
  return rows.flatMap(({ id, followUpOn, ...rest }) =>
    followUpOn === null ? [] : [{ ...rest, applicationId: id, followUpOn }],
  );
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
