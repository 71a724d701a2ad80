import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { REQUEST_ID } from '#contract/endpoint.ts';
import { Problem } from '#contract/problems.ts';
import type { Middleware } from './context.ts';
import { securityHeaders } from './headers.ts';
import { isProbe, type Log } from './log.ts';
import { describeError, problemOf } from './problems.ts';

/** How much of a refused body is still read, in bytes, and for how long, in milliseconds. */
const MOST_BYTES = 4_000_000;
const LONGEST = 2_000;

/**
 * An answer to a request whose body is refused: it is sent at once, and ends when the body has come or was
 * too much. A connection that is closed while its peer still sends is reset, and with the reset goes the
 * answer: a proxy would report 502 (RFC 9112, section 9.6).
 */
function answerBeforeBody(request: IncomingMessage, answer: string): Readable {
  return Readable.from(
    (async function* () {
      yield answer;
      await discard(request);
    })(),
  );
}

async function discard(request: IncomingMessage): Promise<void> {
  const stop = new AbortController();
  const late = setTimeout(() => stop.abort(), LONGEST);
  let bytes = 0;
  const count = ({ length }: Buffer) => {
    bytes += length;
    if (bytes > MOST_BYTES) stop.abort();
  };
  request.unpipe();
  request.on('data', count);
  request.resume();
  // Neither an abort nor a caller who left is an error here.
  await finished(request, { writable: false, signal: stop.signal }).catch(() => undefined);
  clearTimeout(late);
  request.off('data', count);
}

/**
 * Answers errors, and puts the security headers on every answer: Koa's own error handler would remove
 * every header that was set before.
 */
export function outermost({
  https,
  hsts,
  trustProxy,
  log,
}: {
  https: boolean;
  hsts: 'site' | 'subdomains';
  trustProxy: number;
  log: Log;
}): Middleware {
  const headers = securityHeaders(https, hsts);
  return async (ctx, next) => {
    const given = trustProxy > 0 ? ctx.get(REQUEST_ID) : '';
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
