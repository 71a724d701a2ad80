import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, Middleware } from './context.ts';
import { isLocalCaller } from './is-local-caller.ts';
import type { Metrics } from './metrics.ts';

export const METRICS_PATH = '/metrics';

interface Settings {
  /** Null: only programs on this machine may read, and only if there is no proxy. */
  metricsToken: string | null;
  trustProxy: number;
}

/** Serves the metrics to those who may read them. To anybody else there is no such page. */
export function serveMetrics(metrics: Metrics, settings: Settings): Middleware {
  return async (ctx, next) => {
    const isAsked = ctx.path === METRICS_PATH && (ctx.method === 'GET' || ctx.method === 'HEAD');
    if (!isAsked || !mayRead(ctx, settings)) return next();
    ctx.set('Cache-Control', 'no-store');
    ctx.body = await metrics.text();
    ctx.set('Content-Type', metrics.contentType);
  };
}

/** Behind a proxy on this machine strangers come from the loopback address, too, so a token is needed. */
function mayRead(ctx: Context, { metricsToken, trustProxy }: Settings): boolean {
  if (metricsToken !== null) return isSame(ctx.get('Authorization'), `Bearer ${metricsToken}`);
  return trustProxy === 0 && isLocalCaller(ctx) && LOOPBACK_HOST.test(ctx.host);
}

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/;

/** Takes the same time for every text of the caller. */
function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(digestOf(given), digestOf(expected));
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
