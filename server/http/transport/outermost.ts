import { randomUUID } from 'node:crypto';
import { REQUEST_ID } from '#contract/endpoint.ts';
import { Problem } from '#contract/problems.ts';
import type { Middleware } from './context.ts';
import { securityHeaders } from './headers.ts';
import { answerBeforeBody } from './linger.ts';
import { isProbe, type Log } from './log.ts';
import { describeError, problemOf } from './problems.ts';

/**
 * Answers errors, and puts the security headers on every answer: Koa's own error handler would remove
 * every header that was set before.
 */
export function outermost({
  https,
  hsts,
  log,
}: {
  https: boolean;
  hsts: 'site' | 'subdomains';
  log: Log;
}): Middleware {
  const headers = securityHeaders(https, hsts);
  return async (ctx, next) => {
    const given = ctx.get(REQUEST_ID);
    const requestId = SAFE_ID.test(given) ? given : randomUUID();
    ctx.state.requestId = requestId;
    ctx.state.session = null;
    ctx.set(headers);
    ctx.set(REQUEST_ID, requestId);
    try {
      // Koa gives no path for an address like `http://`, although its type says string.
      if (ctx.path === null) throw new Problem('not-found', 'This is no address.');
      await next();
    } catch (error) {
      const problem = problemOf(error);
      // In a flood, the line of the request says enough.
      if (problem.status >= 500 && problem.code !== 'busy')
        log[isProbe(ctx) ? 'debug' : 'error'](
          { requestId, error: describeError(error) },
          problem.code,
        );
      ctx.status = problem.status;
      ctx.body = problem.toJSON();
      ctx.set('Cache-Control', 'no-store');
      if (problem.retryAfter !== undefined) ctx.set('Retry-After', String(problem.retryAfter));
      if (problem.code === 'body-too-large') {
        const answer = JSON.stringify(problem);
        ctx.body = answerBeforeBody(ctx.req, answer);
        ctx.type = 'application/json; charset=utf-8';
        ctx.length = Buffer.byteLength(answer);
        ctx.set('Connection', 'close');
      }
    }
  };
}

/** An id that a proxy has given the request, e.g. a UUID: the logs of both then have the same. */
const SAFE_ID = /^[\w.:-]{8,128}$/;
