import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

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
}

/** Has a server's request listener answer, without a socket: Node's own request and response. */
export function answerInProcess(
  listener: RequestListener,
  { method, path, headers, body }: WireRequest,
): Promise<WireAnswer> {
  const request = new IncomingMessage(new Socket());
  request.method = method;
  request.url = path;
  request.headers = { host: 'agency.test', ...headers };
  if (body !== '') request.headers['content-length'] = String(Buffer.byteLength(body));
  request.push(body === '' ? null : Buffer.from(body));
  if (body !== '') request.push(null);
  const response = new CollectedResponse(request);
  void listener(request, response);
  return response.answer;
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
    const headers = Object.entries(this.getHeaders()).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [String(value)]).map((one): [string, string] => [name, one]),
    );
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
