import { EventEmitter } from 'node:events';
import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A request as it stands on the wire. */
export interface WireRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** An answer as it stands on the wire. */
export interface WireAnswer {
  status: number;
  headers: [string, string][];
  body: string;
  /** Error of the clock of the server that gave it, in ms. */
  skew?: number;
}

/** Calls a server's request listener with Node's request and response, without a socket. */
export function answerInProcess(
  listener: RequestListener,
  { method, path, headers, body }: WireRequest,
): Promise<WireAnswer> {
  const request = messageOf({ method, path, headers, body });
  const response = new CollectedResponse(request);
  void listener(request, response);
  return response.answer;
}

/** An answer that stays open until one side ends it. */
export interface WireStream extends Omit<WireAnswer, 'body' | 'skew'> {
  /** Closes the connection from the client's side. */
  hangUp(): void;
}

/**
 * The same for a streamed answer; resolves with its head.
 *
 * @param hear gets every piece, and null at the end
 */
export function streamInProcess(
  listener: RequestListener,
  request: WireRequest,
  hear: (piece: string | null) => void,
): Promise<WireStream> {
  const message = messageOf(request);
  const response = new StreamedResponse(message, hear);
  void listener(message, response);
  return response.begun;
}

function messageOf({ method, path, headers, body }: WireRequest): IncomingMessage {
  const request = new IncomingMessage(noSocket());
  request.method = method;
  request.url = path;
  request.headers = { host: 'agency.test', ...headers };
  if (body !== '') request.headers['content-length'] = String(Buffer.byteLength(body));
  request.push(body === '' ? null : Buffer.from(body));
  if (body !== '') request.push(null);
  return request;
}

/** What Node's request asks of its connection; a real socket takes as long as the rest of the request. */
function noSocket(): Socket {
  // A request that fails has nothing to close.
  const asked = { remoteAddress: '127.0.0.1', readable: true, writable: true, destroyed: true };
  return Object.assign(new EventEmitter(), asked, {
    setTimeout: () => undefined,
    setNoDelay: () => undefined,
  }) as unknown as Socket;
}

function headersOf(response: ServerResponse): [string, string][] {
  return Object.entries(response.getHeaders()).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [String(value)]).map((one): [string, string] => [name, one]),
  );
}

/** Forwards every piece that is written. */
class StreamedResponse extends ServerResponse {
  readonly begun: Promise<WireStream>;
  readonly #hear: (piece: string | null) => void;
  #begin: (stream: WireStream) => void = () => undefined;

  constructor(request: IncomingMessage, hear: (piece: string | null) => void) {
    super(request);
    this.#hear = hear;
    this.begun = new Promise((resolve) => {
      this.#begin = resolve;
    });
  }

  override write(piece: unknown): boolean {
    this.#tell(piece);
    return true;
  }

  override end(piece?: unknown): this {
    this.#tell(piece);
    this.#hear(null);
    this.#over();
    return this;
  }

  #tell(piece: unknown): void {
    const hangUp = () => this.#over();
    this.#begin({ status: this.statusCode, headers: headersOf(this), hangUp });
    if (piece instanceof Uint8Array) this.#hear(Buffer.from(piece).toString('utf8'));
    else if (typeof piece === 'string') this.#hear(piece);
  }

  #over(): void {
    if (this.finished) return;
    this.finished = true;
    this.emit('finish');
    this.emit('close');
  }
}

/** Keeps what is written to it instead of sending it. */
class CollectedResponse extends ServerResponse {
  readonly answer: Promise<WireAnswer>;
  readonly #pieces: Buffer[] = [];
  #done: (answer: WireAnswer) => void = () => undefined;

  constructor(request: IncomingMessage) {
    super(request);
    this.answer = new Promise((resolve) => {
      this.#done = resolve;
    });
  }

  override write(piece: unknown): boolean {
    this.#keep(piece);
    return true;
  }

  override end(piece?: unknown): this {
    this.#keep(piece);
    const headers = headersOf(this);
    const body = Buffer.concat(this.#pieces).toString('utf8');
    this.finished = true;
    this.#done({ status: this.statusCode, headers, body });
    this.emit('finish');
    this.emit('close');
    return this;
  }

  #keep(piece: unknown): void {
    if (typeof piece === 'string') this.#pieces.push(Buffer.from(piece));
    else if (piece instanceof Uint8Array) this.#pieces.push(Buffer.from(piece));
  }
}
