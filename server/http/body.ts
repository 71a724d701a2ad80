import { bodyParser } from '@koa/bodyparser';
import { Problem } from '#contract/problems.ts';
import type { Middleware } from './context.ts';

/** Bytes that a body may have. */
const LIMIT = 65_536;

const parse = bodyParser({
  enableTypes: ['json'],
  jsonLimit: LIMIT,
  parsedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'],
});

/**
 * Reads bodies: JSON only, 64 KB at most, as they are. Left to itself the parser would take forms
 * and inflate what is compressed, and give `{}` for any other type (design: D8).
 * A call may leave the body out; the schema of the call decides whether that will do.
 */
export const readBody: Middleware = (ctx, next) => {
  const encoding = ctx.get('Content-Encoding').toLowerCase();
  if (encoding !== '' && encoding !== 'identity') {
    throw new Problem('not-json', 'A compressed body is not accepted.');
  }
  const empty = ctx.request.length === 0 && ctx.get('Transfer-Encoding') === '';
  // null when no body is told of at all.
  if (!empty && ctx.request.is('application/json') === false) {
    throw new Problem('not-json', 'The body must be JSON, with Content-Type application/json.');
  }
  return parse(ctx, next);
};
