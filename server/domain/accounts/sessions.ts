import type { Device } from '#contract/accounts/sessions.ts';
import { SESSION_LIFE } from '#contract/auth.ts';
import { type EndedSession, SESSION_ENDS, type SessionEnd } from '#contract/problems.ts';
import { type Db, readRows, type Tx } from '#prisma/client.ts';
import type { SessionModel } from '#prisma/generated/sqlite/models.ts';
import { type Actor, audit, userSubject } from '#server/domain/common/audit.ts';
import { refuseMissing } from '#server/domain/common/missing.ts';
import { removeInParts } from '#server/domain/common/remove-in-parts.ts';
import { wordOf } from '#server/domain/replication/words.ts';
import { addCookie, type CookieOfSession, isNewestCookie, validCookie } from './session-cookies.ts';
import type { User } from './users.ts';

const { idle: IDLE_LIFE, whole: WHOLE_LIFE } = SESSION_LIFE;
/** How long a session may choose the password that replaces a generated one, in milliseconds. */
const GENERATED_LIFE = 24 * 60 * 60_000;
/** How long a device can learn why its session is over, in milliseconds. */
export const END_KNOWN_FOR = 60 * 24 * 60 * 60_000;

/** A session that has not ended. */
export interface LiveSession extends CookieOfSession {
  /** Whether its cookie has come for the first time. */
  isFirstUse: boolean;
  data: string;
  lastSeenAt: Date;
  /** When the user last signed in or proved anew to be there. */
  provedAt: Date;
  /** When the device last synced, and how many changes it had left then; null if it never did. */
  syncedAt: Date | null;
  unsent: number | null;
  /** Whether a passkey or a recovery code was given in it, not the password alone. */
  hasFactor: boolean;
  /** The row as it is now: a removed role or a disabled account takes effect at once. */
  user: User;
}

/**
 * A session by its id; null if it does not exist or has ended, if its cookie has, or if its user is
 * disabled.
 */
export async function findSession(
  db: Db,
  { id, cookie }: CookieOfSession,
  now: Date,
): Promise<LiveSession | null> {
  const [row] = await readRows<SessionRow>(db, SESSION, id);
  if (!row) return null;
  const { data, startedAt, usedAt, provedAt, syncedAt, unsent, hasFactor, cookies, ...user } = row;
  const valid = validCookie({ id, cookies }, cookie, now);
  const stored = { id, cookie, data, syncedAt, unsent, hasFactor, user };
  const session = { ...stored, createdAt: startedAt, lastSeenAt: usedAt };
  if (!valid || !isLive(session, now)) return null;
  const proved = isNewestCookie({ id, cookies }, cookie, now) ? provedAt : null;
  return { ...session, provedAt: proved ?? startedAt, isFirstUse: !valid.isUsed };
}

/** Runs on every call of a signed-in user. */
const SESSION = `
  SELECT "User".*, "data", "Session"."createdAt" AS "startedAt", "Session"."lastSeenAt" AS "usedAt",
    "provedAt", "syncedAt", "unsent", "hasFactor", "cookies"
  FROM "Session" JOIN "User" ON "User"."id" = "userId" WHERE "Session"."id" = $1`;

type SessionRow = User & {
  data: string;
  startedAt: Date;
  usedAt: Date;
  provedAt: Date | null;
  syncedAt: Date | null;
  unsent: number | null;
  hasFactor: boolean;
  cookies: string | null;
};

/** The valid cookies among these whose session is live, with its user, in any order. */
export async function findSessions(
  db: Db,
  wanted: readonly CookieOfSession[],
  now: Date,
): Promise<Pick<LiveSession, 'cookie' | 'user'>[]> {
  const where = { id: { in: [...new Set(wanted.map(({ id }) => id))] } };
  const rows = await db.session.findMany({ where, include: { user: true } });
  const live = new Map(rows.flatMap((row) => (isLive(row, now) ? [[row.id, row]] : [])));
  return wanted.flatMap(({ id, cookie }) => {
    const row = live.get(id);
    return row && validCookie(row, cookie, now) ? [{ cookie, user: row.user }] : [];
  });
}

/** Whether a session has not expired, and its user is not disabled. */
export function isLive(
  row: Pick<SessionModel, 'createdAt' | 'lastSeenAt'> & { user: User },
  now: Date,
): boolean {
  const idle = now.getTime() - row.lastSeenAt.getTime();
  const age = now.getTime() - row.createdAt.getTime();
  const life = row.user.mustChangePassword ? GENERATED_LIFE : WHOLE_LIFE;
  return !row.user.disabled && idle < IDLE_LIFE && age < life;
}

/** Why a session that is not live is over. */
export async function endOf(db: Db, id: string): Promise<EndedSession> {
  const [row] = await readRows<{ userId: number; reason: string }>(db, END, id, id);
  return row ? { reason: wordOf(SESSION_ENDS, row.reason), userId: row.userId } : EXPIRED;
}

const EXPIRED: EndedSession = { reason: 'expired' };

/** An account that was disabled in the database still has open sessions. */
const END = `
  SELECT "userId", "reason" FROM "EndedSession" WHERE "id" = $1
  UNION ALL
  SELECT "userId", 'closed' FROM "Session" JOIN "User" ON "User"."id" = "userId"
  WHERE "Session"."id" = $2 AND "disabled"`;

/** A sign-in. */
export interface NewSession {
  id: string;
  userId: number;
  data: string;
  /** Browser and system in words, see device.ts. */
  device: string | null;
  /** Whether a passkey or a recovery code was given, not the password alone. */
  hasFactor: boolean;
  now: Date;
}

/** Only a sign-in calls it: a request that outlives a sign-out must not restore the session. */
export async function startSession(
  db: Db,
  { now, ...session }: NewSession,
  actor: Actor,
): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.session.create({
      data: { ...session, createdAt: now, lastSeenAt: now },
      select: { id: true },
    });
    await tx.user.updateMany({ where: { id: session.userId }, data: { lastSeenAt: now } });
    await audit(tx, actor, { kind: 'signed-in', detail: session.device }, now);
  });
}

/** Notes that the user of a session has proved anew to be there, and gives it a new cookie. */
export async function keepProof(
  tx: Tx,
  actor: Actor,
  session: CookieOfSession,
  detail: 'password' | 'passkey',
): Promise<void> {
  await addCookie(tx, session);
  const hasFactor = detail === 'passkey' && { hasFactor: true };
  const data = { provedAt: new Date(), ...hasFactor };
  await tx.session.updateMany({ where: { id: session.id }, data });
  await audit(tx, actor, { kind: 'sign-in-confirmed', detail });
}

/** Extends the life of a session. An ended session stays ended. */
export async function renewSession(db: Db, id: string): Promise<void> {
  const data = { lastSeenAt: new Date() };
  await db.session.updateMany({ where: { id }, data });
  await db.user.updateMany({ where: { sessions: { some: { id } } }, data });
}

/** The length of a device's public id, the beginning of the session's. 80 bits name one device. */
const DEVICE_ID = 20;

/** The open sessions of a user, last used first. */
export async function listSessionsOf(
  db: Db,
  userId: number,
  current: string,
  now = new Date(),
): Promise<Device[]> {
  const rows = await db.session.findMany({
    where: { userId, ...notEnded(now) },
    orderBy: { lastSeenAt: 'desc' },
  });
  return rows.map(({ id, device, createdAt, lastSeenAt, syncedAt, unsent }) => ({
    id: id.slice(0, DEVICE_ID),
    device,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    syncedAt: syncedAt?.toISOString() ?? null,
    unsent,
    current: id === current,
  }));
}

/** A person's act that ends a session; `expired` needs no person. */
type Ending = Exclude<SessionEnd, 'expired'>;

/**
 * Ends all sessions of a user, except one if given, and returns how many. Their devices are told the reason. Who calls
 * it writes what it was for into the audit log.
 */
export async function endSessionsOf(
  tx: Tx,
  userId: number,
  { reason, except = '' }: { reason: Ending; except?: string },
): Promise<number> {
  const rows = await tx.$queryRaw<EndedRow[]>`
    DELETE FROM "Session" WHERE "userId" = ${userId} AND "id" <> ${except}
    RETURNING "id", "userId", "device"`;
  await keepEnds(tx, rows, reason);
  return rows.length;
}

/** Signs a user out everywhere, except from one session if given. */
export async function signOutEverywhere(
  tx: Tx,
  actor: Actor,
  userId: number,
  except?: string,
): Promise<void> {
  const count = await endSessionsOf(tx, userId, {
    reason: 'signed-out',
    ...(except && { except }),
  });
  await audit(tx, actor, { kind: 'sessions-ended', subject: userSubject(userId), count });
}

/**
 * Ends the session of a device: the user's own or, for an admin, anybody's. Throws `session-not-found`, also for a
 * session that the user may not end.
 */
export async function endSession(
  tx: Tx,
  user: Pick<User, 'id' | 'role' | 'approved'>,
  actor: Actor,
  { id, reason }: { id: string; reason: Exclude<Ending, 'closed'> },
): Promise<void> {
  const isAdmin = user.role === 'admin' && user.approved;
  const rows = isAdmin
    ? await tx.$queryRaw<EndedRow[]>`
        DELETE FROM "Session" WHERE substr("id", 1, 20) = ${id}
        RETURNING "id", "userId", "device"`
    : await tx.$queryRaw<EndedRow[]>`
        DELETE FROM "Session" WHERE substr("id", 1, 20) = ${id} AND "userId" = ${user.id}
        RETURNING "id", "userId", "device"`;
  const [ended] = rows;
  if (!ended) return refuseMissing('session');
  await keepEnds(tx, rows, reason);
  await audit(tx, actor, {
    kind: reason === 'lost' ? 'device-lost' : 'session-ended',
    subject: userSubject(ended.userId),
    detail: ended.device,
  });
}

interface EndedRow {
  id: string;
  userId: number;
  device: string | null;
}

async function keepEnds(tx: Tx, rows: readonly EndedRow[], reason: Ending): Promise<void> {
  const endedAt = new Date();
  await tx.endedSession.createMany({
    data: rows.map(({ id, userId }) => ({ id, userId, reason, endedAt })),
  });
}

/** A condition for open sessions. */
export function notEnded(now: Date) {
  return {
    lastSeenAt: { gt: new Date(now.getTime() - IDLE_LIFE) },
    createdAt: { gt: new Date(now.getTime() - WHOLE_LIFE) },
  };
}

/** Ends a session by a sign-out on its own device, which wipes itself. */
export async function forgetSession(
  db: Db,
  id: string,
  actorOf: (userId: number) => Actor,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const [ended] = await tx.$queryRaw<EndedRow[]>`
      DELETE FROM "Session" WHERE "id" = ${id} RETURNING "id", "userId", "device"`;
    if (!ended) return;
    await audit(tx, actorOf(ended.userId), { kind: 'signed-out', detail: ended.device });
  });
}

/**
 * Deletes expired sessions, and the reasons of ended ones that no device can ask for any more. Returns how many
 * sessions.
 */
export async function forgetEndedSessions(db: Db, now: Date): Promise<number> {
  const idleSince = new Date(now.getTime() - IDLE_LIFE);
  const olderThan = new Date(now.getTime() - WHOLE_LIFE);
  const over = { OR: [{ lastSeenAt: { lt: idleSince } }, { createdAt: { lt: olderThan } }] };
  const select = { id: true };
  const count = await removeInParts(async (take) => {
    const found = await db.session.findMany({ where: over, select, take });
    await db.session.deleteMany({ where: { ...over, id: { in: found.map(({ id }) => id) } } });
    return found.length;
  });
  const endedAt = { lt: new Date(now.getTime() - END_KNOWN_FOR) };
  await removeInParts(async (take) => {
    const found = await db.endedSession.findMany({ where: { endedAt }, select, take });
    await db.endedSession.deleteMany({ where: { id: { in: found.map(({ id }) => id) } } });
    return found.length;
  });
  return count;
}
