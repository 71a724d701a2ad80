import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context, Middleware } from './context.ts';

/** The better one first. */
const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Shorter answers fit into a packet as they are, in bytes. */
const WORTH_IT = 1_400;
/** The best that costs less than the line saves. */
const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Compresses what the API answers in JSON. Not what the sign-in answers: no answer holds a secret
 * beside text of the caller's choice, and it shall stay so.
 */
export const compress: Middleware = async (ctx, next) => {
  await next();
  const { body, status } = ctx;
  if (status !== 200 || ctx.path === '/api/login' || !isJson(body)) return;
  const plain = Buffer.from(JSON.stringify(body));
  ctx.vary('Accept-Encoding');
  ctx.type = 'application/json; charset=utf-8';
  const encoding = encodingFor(ctx, plain);
  ctx.body = encoding === null ? plain : await encode(plain, encoding);
  if (encoding !== null) ctx.set('Content-Encoding', encoding);
};

/** How to compress an answer for this caller; null for as it is. */
export function encodingFor(ctx: Context, { length }: Buffer): Encoding | null {
  if (length < WORTH_IT) return null;
  return ENCODINGS.find((each) => ctx.acceptsEncodings(each)) ?? null;
}

/** Off the event loop. */
export function encode(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === 'br' ? brotli(plain, QUICKLY) : zip(plain, { level: 5 });
}

function isJson(body: unknown): body is object {
  return (
    typeof body === 'object' &&
    body !== null &&
    !Buffer.isBuffer(body) &&
    !('pipe' in body && typeof body.pipe === 'function')
  );
}
