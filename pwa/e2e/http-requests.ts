import { gunzipSync } from 'node:zlib';

/** A request that passed through a connection. */
export interface PassedRequest {
  method: string;
  path: string;
  /** Its `Idempotency-Key`, or the keys of the calls in a batch; empty if it changes nothing. */
  keys: string[];
  /** The whole request. */
  bytes: Buffer;
}

const END_OF_HEADERS = Buffer.from('\r\n\r\n');

/** Parses the requests of one HTTP/1.1 connection. Every body must have a Content-Length. */
export class RequestReader {
  #bytes: Buffer = Buffer.alloc(0);

  /** Adds bytes and returns the requests that they complete. */
  read(chunk: Buffer): PassedRequest[] {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    const requests: PassedRequest[] = [];
    for (let next = this.#next(); next; next = this.#next()) requests.push(next);
    return requests;
  }

  #next(): PassedRequest | null {
    const end = this.#bytes.indexOf(END_OF_HEADERS);
    if (end < 0) return null;
    const head = this.#bytes.subarray(0, end).toString('latin1');
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
    const whole = end + END_OF_HEADERS.length + length;
    if (this.#bytes.length < whole) return null;
    const bytes = this.#bytes.subarray(0, whole);
    this.#bytes = this.#bytes.subarray(whole);
    const [, method = '', path = ''] = /^(\S+) (\S+)/.exec(head) ?? [];
    const body = textOf(bytes.subarray(end + END_OF_HEADERS.length), head);
    return { method, path, keys: keysIn(head, path, body), bytes };
  }
}

/** The body as text, decompressed. */
function textOf(body: Buffer, head: string): string {
  const isZipped = /^content-encoding: gzip/im.test(head);
  return (isZipped ? gunzipSync(body) : body).toString('utf8');
}

function keysIn(head: string, path: string, body: string): string[] {
  // Reserving numbers for campaigns is no change that a person made.
  if (path === '/api/campaign-ids') return [];
  const own = /^idempotency-key: (\S+)/im.exec(head)?.[1];
  if (own) return [own];
  if (path !== '/api/sync') return [];
  return [...body.matchAll(/"key":"([\w-]{36})"/g)].map(([, key = '']) => key);
}
