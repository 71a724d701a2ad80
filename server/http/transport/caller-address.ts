import { addressOf } from './address.ts';
import type { Middleware } from './context.ts';
import type { Log } from './log.ts';

/** Sets `ctx.ip`. Warns once of a proxy that TRUST_PROXY does not count: all its callers share one limit. */
export function callerAddress({ trustProxy, log }: { trustProxy: number; log: Log }): Middleware {
  let isWarned = false;
  return (ctx, next) => {
    ctx.request.ip = addressOf(ctx.req, trustProxy);
    if (trustProxy === 0 && !isWarned && ctx.get('X-Forwarded-For') !== '') {
      isWarned = true;
      log.warn('X-Forwarded-For is ignored: set TRUST_PROXY to the number of proxies.');
    }
    return next();
  };
}
