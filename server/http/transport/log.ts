import type { Logger } from 'pino';
import type { Context, Middleware } from './context.ts';
import type { Metrics } from './metrics.ts';
import { METRICS_PATH } from './serve-metrics.ts';

export type Log = Pick<Logger, 'info' | 'warn' | 'error' | 'debug' | 'isLevelEnabled'>;

/** Programs ask for these every few seconds. */
const PROBES: ReadonlySet<string> = new Set(['/api/health', '/api/ready', METRICS_PATH]);

export function isProbe(ctx: Context): boolean {
  return PROBES.has(ctx.path);
}

/**
 * Logs one line per request: id, method, route pattern, status, milliseconds, user id. Never a body, a
 * name, an address, a query or a cookie. Of a probe only a new status is logged at level info.
 */
export function requestLog(log: Log, metrics: Metrics | undefined): Middleware {
  const lastStatus = new Map<string, number>();
  return async (ctx, next) => {
    const start = performance.now();
    await next();
    const ms = performance.now() - start;
    const { method, status } = ctx;
    const route = routeOf(ctx);
    metrics?.answered({ method, route, status }, ms / 1_000);
    const isNews = !isProbe(ctx) || (lastStatus.get(route) ?? 200) !== status;
    if (isProbe(ctx)) lastStatus.set(route, status);
    const level = isNews ? 'info' : 'debug';
    if (!log.isLevelEnabled(level)) return;
    const user = ctx.state.session?.user.id ?? null;
    const { requestId } = ctx.state;
    log[level]({ requestId, method, route, status, ms: Math.round(ms), user });
  };
}

/** The route's pattern, because a path may hold text that a person typed. */
function routeOf(ctx: Context & { _matchedRoute?: unknown }): string {
  if (typeof ctx._matchedRoute === 'string') return ctx._matchedRoute;
  if (isProbe(ctx)) return ctx.path;
  const folder = /^\/(api|assets)\//.exec(ctx.path)?.[0];
  return folder ? `${folder}?` : 'page';
}
