import { createHash, randomBytes } from 'node:crypto';
import type Koa from 'koa';
import { createSession } from 'koa-session';
import { mustHaveSecondFactor, type SecondFactorRule } from '#contract/access.ts';
import { SESSION_LIFE } from '#contract/auth.ts';
import type { Db } from '#prisma/client.ts';
import { deviceOf } from '#server/domain/accounts/device.ts';
import { type CookieOfSession, confirmCookie } from '#server/domain/accounts/session-cookies.ts';
import {
  END_KNOWN_FOR,
  endOf,
  findSession,
  forgetSession,
  type LiveSession,
  renewSession,
  startSession,
} from '#server/domain/accounts/sessions.ts';
import { SERVER } from '#server/domain/common/audit.ts';
import { unless } from '#server/domain/replication/unless.ts';
import type { Context, Middleware, State } from '#server/http/transport/context.ts';
import type { Actors } from './actors.ts';
import type { KnownDevices } from './known-devices.ts';

/** A session in use is renewed at most this often, in milliseconds: reads should not write. */
const RENEW_AFTER = 60 * 60_000;

interface SignIn {
  userId: number;
  /** Whether a passkey or a recovery code was given, not the password alone. */
  hasFactor: boolean;
}

/** What koa-session puts on `ctx`; its own types say `any`. */
interface SessionHolder {
  session: { userId?: number; regenerate(): Promise<void> } | null;
  state: State & { signIn?: SignIn & { stored: boolean } };
}

/**
 * Finds the session of a request and sets `ctx.state.session`.
 *
 * The cookie holds 32 random bytes, which name the session, and 32 more since the last proof. The
 * database has only their SHA-256. The cookie is not signed: nobody guesses it, and a server that has lost its keys
 * with its disk still knows everybody. It is HttpOnly and SameSite=Lax, on https also Secure with a `__Host-`
 * name. A renewed session keeps its cookie: the answer to a call in flight would bring back one that was replaced.
 */
export function sessions(
  app: Koa,
  {
    https,
    devices,
    ...store
  }: {
    db: Db;
    https: boolean;
    devices: KnownDevices;
    actors: Actors;
    secondFactor: SecondFactorRule;
  },
): Middleware[] {
  const { name, ...attributes } = cookieOf({ secure: https });
  const find = createSession(
    { key: name, ...attributes, genid: randomKey, store: sessionStore(store) },
    app,
  );
  return [
    (ctx, next) => {
      // Behind a proxy the connection is plain http, so the site's address decides.
      ctx.cookies.secure = https;
      return next();
    },
    find,
    noting(store.db, devices),
  ];
}

/** Name and attributes of the session's cookie. */
function cookieOf({ secure }: { secure: boolean }) {
  return {
    name: secure ? '__Host-session' : 'session',
    // The database decides how long the session lives. The cookie lives longer, so that a device whose
    // session is over learns the reason.
    maxAge: SESSION_LIFE.whole + END_KNOWN_FOR,
    sameSite: 'lax',
    secure,
    httpOnly: true,
    signed: false,
    overwrite: true,
  } as const;
}

/** Signs a user in under a new session id, and ends the previous session of the cookie. */
export async function signInTo(ctx: Context, signIn: SignIn): Promise<void> {
  const { session, state } = holderOf(ctx);
  if (!session) throw new Error('There is no session to sign in to.');
  session.userId = signIn.userId;
  state.signIn = { ...signIn, stored: false };
  await session.regenerate();
}

/**
 * Does what gives the session a new cookie (domain/accounts/session-cookies.ts), and then sends it. The one of the
 * call stays if that throws.
 */
export async function withNewCookie<R>(
  { cookies, state }: Context,
  act: (session: CookieOfSession) => Promise<R>,
): Promise<R> {
  const { name, ...attributes } = cookieOf(cookies);
  const [key] = (cookies.get(name) ?? '').split('.');
  const value = `${key}.${randomKey()}`;
  if (!state.session) throw new Error('Nobody is signed in.');
  const result = await act({ id: state.session.id, cookie: digestOf(value) });
  cookies.set(name, value, attributes);
  return result;
}

/** Ends the session and deletes the cookie. */
export function signOutOf(ctx: Context): void {
  holderOf(ctx).session = null;
  ctx.state.session = null;
}

/** Notes that a session is in use, and the first use of a cookie. */
function noting(db: Db, devices: KnownDevices): Middleware {
  // A full disk must not stop reads.
  const write = (query: Promise<void>) => unless('storage-full', query, () => undefined);
  return async (ctx, next) => {
    const { session } = ctx.state;
    if (session?.isFirstUse) await write(confirmCookie(db, session));
    if (session && Date.now() - session.lastSeenAt.getTime() > RENEW_AFTER) {
      devices.renew(ctx, session.user.username);
      await write(renewSession(db, session.id));
    }
    return next();
  };
}

function sessionStore({
  db,
  actors,
  secondFactor,
}: {
  db: Db;
  actors: Actors;
  secondFactor: SecondFactorRule;
}) {
  return {
    async get(key: string, _maxAge: number, { ctx }: { ctx?: Context }): Promise<unknown> {
      const state: Partial<State> = ctx?.state ?? {};
      const session = await readSession(db, state, { ...sessionOf(key), secondFactor });
      return session && JSON.parse(session.data);
    },

    /** Only a sign-in makes a row: a request that outlives a sign-out must not restore the session. */
    async set(
      key: string,
      value: unknown,
      _maxAge: number,
      { ctx }: { ctx?: Context & SessionHolder },
    ): Promise<void> {
      const signIn = ctx?.state.signIn;
      // koa-session stores a new session twice: when it is regenerated and when the request ends.
      if (!signIn || signIn.stored) return;
      const row = { id: sessionOf(key).id, data: JSON.stringify(value), now: new Date() };
      const device = deviceOf(ctx.get('User-Agent'));
      const { userId, hasFactor } = signIn;
      await startSession(db, { ...row, userId, device, hasFactor }, actors.of(ctx, userId));
      signIn.stored = true;
    },

    destroy: (key: string, { ctx }: { ctx?: Context }) =>
      forgetSession(db, sessionOf(key).id, (userId) => (ctx ? actors.of(ctx, userId) : SERVER)),
  };
}

/** Sets the session of a request, or why it is over, as the database says now. */
export async function readSession(
  db: Db,
  state: Partial<State>,
  { id, cookie, secondFactor }: CookieOfSession & { secondFactor: SecondFactorRule },
): Promise<LiveSession | null> {
  const found = await findSession(db, { id, cookie }, new Date());
  state.session = found && lacksFactor(found, secondFactor) ? null : found;
  if (!state.session) state.ended = await endOf(db, id);
  return state.session;
}

/** Whether the password alone has opened a session that needs a passkey, which the user has. */
function lacksFactor({ hasFactor, user }: LiveSession, rule: SecondFactorRule): boolean {
  return !hasFactor && user.hasPasskey && mustHaveSecondFactor(user, rule);
}

/** @param value of a cookie: its first part names the session */
function sessionOf(value: string): CookieOfSession {
  const [key = ''] = value.split('.');
  const id = digestOf(key);
  return { id, cookie: key === value ? id : digestOf(value) };
}

function randomKey(): string {
  return randomBytes(32).toString('base64url');
}

function digestOf(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}

function holderOf(ctx: Context): SessionHolder {
  return ctx as unknown as SessionHolder;
}
