import type { Db, Tx } from '#prisma/client.ts';
import type { SessionModel } from '#prisma/generated/sqlite/models.ts';

/**
 * The cookies of a session. A sign-in gives the first; a proof and a changed password give another one. Those
 * before stay valid until a call has come with the new one, because its answer may be lost, and for a while longer.
 */

/**
 * How long other cookies stay valid after the first use of a new one, in ms. Calls in flight, also of other tabs, are
 * given up after 15 s; a browser that is killed has stored a cookie after 30 s.
 */
const REPLACED_LIFE = 60_000;
/** The most cookies of a session whose answer may have been lost. */
const MOST_UNUSED = 5;

interface SessionCookie {
  /** The SHA-256 of its value. */
  digest: string;
  isUsed: boolean;
  /** In ms since 1970; null while no newer one was used. */
  endsAt: number | null;
}

/** A session, and the SHA-256 of a cookie of it. */
export interface CookieOfSession {
  id: string;
  cookie: string;
}

/** A valid cookie of a session by its digest. */
export function validCookie(
  session: Pick<SessionModel, 'id' | 'cookies'>,
  digest: string,
  now: Date,
): SessionCookie | undefined {
  return validCookies(session, now).find((cookie) => cookie.digest === digest);
}

/**
 * Whether a cookie is the newest of its session. A proof since the sign-in holds for that one alone: who has
 * taken an older one has proved nothing.
 */
export function isNewestCookie(
  session: Pick<SessionModel, 'id' | 'cookies'>,
  digest: string,
  now: Date,
): boolean {
  return validCookies(session, now).at(-1)?.digest === digest;
}

/** Gives a session a new cookie. An ended session gets none. */
export function addCookie(tx: Tx, { id, cookie }: CookieOfSession): Promise<void> {
  return changeCookies(tx, id, (cookies) => {
    const unused = cookies.filter(({ isUsed }) => !isUsed);
    const given = new Set(unused.slice(1 - MOST_UNUSED));
    const kept = cookies.filter((one) => one.isUsed || given.has(one));
    return [...kept, { digest: cookie, isUsed: false, endsAt: null }];
  });
}

/** Notes the first use of a cookie, which ends all others soon. The one that is used first the latest stays. */
export async function confirmCookie(db: Db, { id, cookie }: CookieOfSession): Promise<void> {
  const endsAt = Date.now() + REPLACED_LIFE;
  await db.$transaction((tx) =>
    changeCookies(tx, id, (cookies) => {
      const used = cookies.find(({ digest }) => digest === cookie);
      if (!used || used.isUsed) return cookies;
      return cookies.map((one) =>
        one === used
          ? { digest: cookie, isUsed: true, endsAt: null }
          : { ...one, endsAt: one.endsAt ?? endsAt },
      );
    }),
  );
}

async function changeCookies(
  tx: Tx,
  id: string,
  change: (cookies: SessionCookie[]) => SessionCookie[],
): Promise<void> {
  // Locks the row: of two calls at once each sees what the other has written.
  const [row] = await tx.$queryRaw<{ cookies: string | null }[]>`
    UPDATE "Session" SET "id" = "id" WHERE "id" = ${id} RETURNING "cookies"`;
  if (!row) return;
  const cookies = JSON.stringify(change(validCookies({ id, ...row }, new Date())));
  await tx.session.updateMany({ where: { id }, data: { cookies } });
}

function validCookies(
  { id, cookies }: Pick<SessionModel, 'id' | 'cookies'>,
  now: Date,
): SessionCookie[] {
  if (cookies === null) return [{ digest: id, isUsed: true, endsAt: null }];
  const all: SessionCookie[] = JSON.parse(cookies);
  return all.filter(({ endsAt }) => endsAt === null || now.getTime() < endsAt);
}
