import type { OwnSession } from '#contract/auth.ts';
import { type Db, readRows, type Tx } from '#prisma/client.ts';
import type { SessionModel } from '#prisma/generated/sqlite/models.ts';
import type { User } from './users.ts';

/** Life of an unused session, in milliseconds. */
export const IDLE_LIFE = 14 * 24 * 60 * 60_000;
/** The longest life of a session, in milliseconds. */
const WHOLE_LIFE = 30 * 24 * 60 * 60_000;

/** A session that has not ended. */
export interface LiveSession {
  /** The SHA-256 of the cookie's value. */
  id: string;
  data: string;
  lastSeenAt: Date;
  /** The row as it is now: a removed role or a disabled account takes effect at once. */
  user: User;
}

/**
 * A session by its id (the SHA-256 of the cookie's value); null if it does not exist or has ended, or
 * if its user is disabled.
 */
export async function findSession(db: Db, id: string, now: Date): Promise<LiveSession | null> {
  const [row] = await readRows<SessionRow>(db, SESSION, id);
  if (!row) return null;
  const { data, startedAt, usedAt, ...user } = row;
  const session = { id, data, createdAt: startedAt, lastSeenAt: usedAt, user };
  return isLive(session, now) ? session : null;
}

/** Runs on every call of a signed-in user. */
const SESSION = `
  SELECT "User".*, "data", "Session"."createdAt" AS "startedAt", "Session"."lastSeenAt" AS "usedAt"
  FROM "Session" JOIN "User" ON "User"."id" = "userId" WHERE "Session"."id" = $1`;

type SessionRow = User & { data: string; startedAt: Date; usedAt: Date };

/** The live sessions among these ids, in any order. */
export async function findSessions(
  db: Db,
  ids: readonly string[],
  now: Date,
): Promise<LiveSession[]> {
  const where = { id: { in: [...ids] } };
  const rows = await db.session.findMany({ where, include: { user: true } });
  return rows.filter((row) => isLive(row, now));
}

function isLive(
  row: Pick<SessionModel, 'createdAt' | 'lastSeenAt'> & { user: User },
  now: Date,
): boolean {
  const idle = now.getTime() - row.lastSeenAt.getTime();
  const age = now.getTime() - row.createdAt.getTime();
  return !row.user.disabled && idle < IDLE_LIFE && age < WHOLE_LIFE;
}

/** A sign-in. */
export interface NewSession {
  id: string;
  userId: number;
  data: string;
  /** Browser and system in words, see device.ts. */
  device: string | null;
  now: Date;
}

/** Only a sign-in calls it: a request that outlives a sign-out must not restore the session. */
export async function startSession(db: Db, { now, ...session }: NewSession): Promise<void> {
  await db.session.create({
    data: { ...session, createdAt: now, lastSeenAt: now },
    select: { id: true },
  });
  await db.user.updateMany({ where: { id: session.userId }, data: { lastSeenAt: now } });
}

/** Extends the life of a session. An ended session stays ended. */
export async function renewSession(
  db: Db,
  { id, data, now }: { id: string; data: string; now: Date },
): Promise<void> {
  await db.session.updateMany({ where: { id }, data: { data, lastSeenAt: now } });
  await db.user.updateMany({ where: { sessions: { some: { id } } }, data: { lastSeenAt: now } });
}

/** The open sessions of a user, last used first. */
export async function listSessionsOf(
  db: Db,
  userId: number,
  current: string,
  now = new Date(),
): Promise<OwnSession[]> {
  const rows = await db.session.findMany({
    where: { userId, ...notEnded(now) },
    orderBy: { lastSeenAt: 'desc' },
  });
  return rows.map(({ id, device, createdAt, lastSeenAt }) => ({
    device,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    current: id === current,
  }));
}

/** Ends all sessions of a user, except one if given. */
export async function endSessionsOf(
  db: Tx,
  userId: number,
  { except }: { except?: string } = {},
): Promise<void> {
  const others = except === undefined ? {} : { NOT: { id: except } };
  await db.session.deleteMany({ where: { userId, ...others } });
}

/** A condition for open sessions. */
export function notEnded(now: Date) {
  return {
    lastSeenAt: { gt: new Date(now.getTime() - IDLE_LIFE) },
    createdAt: { gt: new Date(now.getTime() - WHOLE_LIFE) },
  };
}

export async function endSession(db: Db, id: string): Promise<void> {
  await db.session.deleteMany({ where: { id } });
}

/** Deletes expired sessions. */
export async function forgetEndedSessions(db: Db, now: Date): Promise<void> {
  const idleSince = new Date(now.getTime() - IDLE_LIFE);
  const olderThan = new Date(now.getTime() - WHOLE_LIFE);
  await db.session.deleteMany({
    where: { OR: [{ lastSeenAt: { lt: idleSince } }, { createdAt: { lt: olderThan } }] },
  });
}
