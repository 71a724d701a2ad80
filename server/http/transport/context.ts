import type Router from '@koa/router';
import type Koa from 'koa';
import type { EndedSession } from '#contract/problems.ts';
import type { LiveSession } from '#server/domain/accounts/sessions.ts';

/** What the middleware knows about a request. */
export interface State {
  /** Also in the answer's header X-Request-Id and in the log. */
  requestId: string;
  /** The session, as it is in the database now; null for a visitor. Set on /api only. */
  session: LiveSession | null;
  /** The session of the request's cookie, if it is over. Set on /api only. */
  ended?: EndedSession;
}

export type Context = Koa.ParameterizedContext<State>;
export type Middleware = Koa.Middleware<State>;
export type ApiRouter = Router<State>;
