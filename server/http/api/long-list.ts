import { once } from 'node:events';
import { pipeline, Readable } from 'node:stream';
import { Problem } from '#contract/problems.ts';
import { acceptedEncoding, compressor } from '#server/http/transport/compress.ts';
import type { Context } from '#server/http/transport/context.ts';

/** Each holds a connection to the database while its caller reads. */
const MOST_AT_ONCE = 8;
/** Retry-After beyond that, in seconds. */
const TRY_AGAIN = 5;

let open = 0;

/**
 * A list that is sent while it is read. A failure before the first rows is a refusal; a later one cuts the
 * connection, so that no caller takes a part for the whole.
 */
export class LongList {
  readonly #parts: AsyncGenerator<unknown[]>;

  constructor(parts: AsyncGenerator<unknown[]>) {
    this.#parts = parts;
  }

  /** Throws `busy`. */
  async send(ctx: Context): Promise<void> {
    if (open >= MOST_AT_ONCE) {
      const message = 'Too many lists are being read. Please try again.';
      throw new Problem('busy', message, { retryAfter: TRY_AGAIN });
    }
    const plain = Readable.from(textOf(this.#parts), { highWaterMark: 1 });
    await once(plain, 'readable');
    const encoding = acceptedEncoding(ctx);
    const body = encoding === null ? plain : pipeline(plain, compressor(encoding), () => undefined);
    // Koa listens a moment later; the failure stays in the stream until then, and Koa cuts the connection.
    for (const stream of [plain, body]) stream.on('error', () => undefined);
    ctx.status = 200;
    ctx.type = 'application/json; charset=utf-8';
    if (encoding !== null) ctx.set('Content-Encoding', encoding);
    ctx.body = body;
  }
}

/** The list as JSON: the text that JSON.stringify would make of it. */
async function* textOf(parts: AsyncIterable<unknown[]>): AsyncGenerator<string> {
  open += 1;
  try {
    let before = '[';
    for await (const rows of parts) {
      yield before + rows.map((row) => JSON.stringify(row)).join(',');
      before = ',';
    }
    yield before === '[' ? '[]' : ']';
  } finally {
    open -= 1;
  }
}
