import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { Context, Middleware } from './context.ts';

/** The smallest first. */
const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** In bytes. Shorter answers fit into one packet uncompressed. */
const WORTH_IT = 1_400;
/** Higher qualities take more time than they save on the line. */
const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Compresses JSON answers of the API, except answers of the sign-in: the length of a compressed answer
 * could reveal a secret that stands beside text of the caller's choice.
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

/** The encoding of an answer for this caller; null for none. */
export function encodingFor(ctx: Context, { length }: Buffer): Encoding | null {
  if (length < WORTH_IT) return null;
  return acceptedEncoding(ctx);
}

/** The smallest encoding that the caller accepts; null for none. */
export function acceptedEncoding(ctx: Context): Encoding | null {
  return ENCODINGS.find((each) => ctx.acceptsEncodings(each)) ?? null;
}

/** Runs on a worker thread. */
export function encode(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === 'br' ? brotli(plain, QUICKLY) : zip(plain, { level: 5 });
}

/** Compresses a streamed answer. */
export function compressor(encoding: Encoding): Transform {
  return encoding === 'br' ? createBrotliCompress(QUICKLY) : createGzip({ level: 5 });
}

function isJson(body: unknown): body is object {
  return (
    typeof body === 'object' &&
    body !== null &&
    !Buffer.isBuffer(body) &&
    !('pipe' in body && typeof body.pipe === 'function')
  );
}
