import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Middleware } from './context.ts';

/** Shorter answers fit into a packet as they are, in bytes. */
const WORTH_IT = 1_400;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Compresses what lists, pages and batches answer, off the event loop. Not what the sign-in answers:
 * no answer holds a secret beside text of the caller's choice, and it shall stay so.
 */
export const compress: Middleware = async (ctx, next) => {
  await next();
  const { body, status } = ctx;
  if (status !== 200 || ctx.path === '/api/login' || !isJson(body)) return;
  ctx.vary('Accept-Encoding');
  const plain = Buffer.from(JSON.stringify(body));
  const encoding = ENCODINGS.find((each) => ctx.acceptsEncodings(each));
  ctx.type = 'application/json; charset=utf-8';
  if (plain.length < WORTH_IT || !encoding) {
    ctx.body = plain;
    return;
  }
  ctx.body = encoding === 'br' ? await brotli(plain, QUICKLY) : await zip(plain, { level: 5 });
  ctx.set('Content-Encoding', encoding);
};

/** The better one first. */
const ENCODINGS = ['br', 'gzip'] as const;
/** The best that costs less than the line saves. */
const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

function isJson(body: unknown): body is object {
  return (
    typeof body === 'object' &&
    body !== null &&
    !Buffer.isBuffer(body) &&
    !('pipe' in body && typeof body.pipe === 'function')
  );
}
