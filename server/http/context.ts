import type Router from '@koa/router';
import type Koa from 'koa';
import type { LiveSession } from '#server/domain/sessions.ts';

/** What the middleware finds out about a request. */
export interface State {
  /** Also in the answer's header X-Request-Id and in the log. */
  requestId: string;
  /** Who is signed in, as the database says now; null for a visitor. Set on /api only. */
  session: LiveSession | null;
}

export type Context = Koa.ParameterizedContext<State>;
export type Middleware = Koa.Middleware<State>;
export type ApiRouter = Router<State>;
