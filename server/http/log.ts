import type { Logger } from 'pino';
import type { Middleware } from './context.ts';

export type Log = Pick<Logger, 'info' | 'warn' | 'error' | 'isLevelEnabled'>;

/**
 * Logs one line per request: id, method, route pattern, status, milliseconds, user id. Never a body, a
 * name, an address, a query or a cookie.
 */
export function requestLog(log: Log): Middleware {
  return async (ctx, next) => {
    if (!log.isLevelEnabled('info')) return next();
    const start = performance.now();
    await next();
    log.info({
      requestId: ctx.state.requestId,
      method: ctx.method,
      route: routeOf(ctx),
      status: ctx.status,
      ms: Math.round(performance.now() - start),
      user: ctx.state.session?.user.id ?? null,
    });
  };
}

/** The route's pattern, because a path may hold text that a person typed. */
function routeOf(ctx: { path: string; routerPath?: unknown; _matchedRoute?: unknown }): string {
  if (typeof ctx._matchedRoute === 'string') return ctx._matchedRoute;
  const folder = /^\/(api|assets)\//.exec(ctx.path)?.[0];
  return folder ? `${folder}?` : 'page';
}
