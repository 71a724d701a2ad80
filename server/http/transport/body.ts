import { bodyParser } from '@koa/bodyparser';
import { BODY_BYTES, SIGNED_IN_BODY_BYTES } from '#contract/endpoint.ts';
import { INQUIRY_FORM_PATH } from '#contract/inquiry.ts';
import { offerTokenIn } from '#contract/paths/offer-path.ts';
import { Problem } from '#contract/problems.ts';
import { sync } from '#contract/sync.ts';
import type { Middleware } from './context.ts';

const parseUpTo = (jsonLimit: number) =>
  bodyParser({
    enableTypes: ['json'],
    jsonLimit,
    parsedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'],
    onError: (cause) => {
      const isCut = 'code' in cause && String(cause.code).startsWith('Z_');
      throw isCut ? new Problem('invalid-json', 'The body is not valid gzip.', { cause }) : cause;
    },
  });
const parse = parseUpTo(BODY_BYTES);
const parseSignedIn = parseUpTo(SIGNED_IN_BODY_BYTES);

/**
 * Reads bodies: JSON only, 64 KB at most, 1 MB for signed-in users. By default the parser would accept
 * forms, inflate any compressed body, and pass `{}` for other types. Only a signed-in user's batch may be
 * compressed, and at most 1 MB of it is inflated. The two forms are read by their routes. A missing body is left
 * to the call's schema.
 */
export const readBody: Middleware = (ctx, next) => {
  const encoding = ctx.get('Content-Encoding').toLowerCase();
  const isBatch = ctx.path === sync.path && ctx.state.session !== null;
  if (encoding !== '' && encoding !== 'identity' && !(isBatch && encoding === 'gzip')) {
    // RFC 9110 asks for the accepted encodings in such an answer.
    ctx.set('Accept-Encoding', isBatch ? 'gzip' : 'identity');
    throw new Problem('not-json', 'A body that is compressed like this is not accepted.');
  }
  // The parser counts lengths in 32 bits.
  if (Number(ctx.get('Content-Length')) > SIGNED_IN_BODY_BYTES) {
    throw new Problem('body-too-large', 'The body is too large.');
  }
  const isForm = ctx.path === INQUIRY_FORM_PATH || offerTokenIn(ctx.path) !== null;
  if (isForm && ctx.request.is('application/x-www-form-urlencoded')) return next();
  const empty = !ctx.request.length && ctx.get('Transfer-Encoding') === '';
  if (empty && (ctx.method === 'GET' || ctx.method === 'HEAD')) return next();
  // `is` gives null, not false, for a request without a body.
  if (!empty && ctx.request.is('application/json') === false) {
    throw new Problem('not-json', 'The body must be JSON, with Content-Type application/json.');
  }
  return ctx.state.session === null ? parse(ctx, next) : parseSignedIn(ctx, next);
};
