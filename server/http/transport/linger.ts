import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';

/** How much of a refused body is still read, in bytes, and for how long, in milliseconds. */
const MOST_BYTES = 4_000_000;
const LONGEST = 2_000;

/**
 * An answer to a request whose body is refused: it is sent at once, and ends when the body has come or was
 * too much. A connection that is closed while its peer still sends is reset, and with the reset goes the
 * answer: a proxy would report 502 (RFC 9112, section 9.6).
 */
export function answerBeforeBody(request: IncomingMessage, answer: string): Readable {
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
