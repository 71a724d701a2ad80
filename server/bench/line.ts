import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** An answer. */
export interface Reply {
  status: number;
  /** Decodes the body. */
  text(): string;
}

const END_OF_HEAD = Buffer.from('\r\n\r\n');
const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n');

/**
 * A keep-alive connection for benchmarks. `fetch` takes more time per answer than the servers that are
 * compared here.
 */
export class Line {
  readonly #socket: Socket;
  #waiting: { resolve: (reply: Reply) => void; reject: (error: Error) => void } | null = null;
  #parts: Buffer[] = [];
  #received = 0;
  /** Bytes of the head; 0 until it is complete. */
  #head = 0;
  /** Bytes of the whole answer; null if it comes in chunks. */
  #whole: number | null = 0;
  /** The last bytes received. */
  #end = Buffer.alloc(0);

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    const fail = (error?: Error) => this.#waiting?.reject(error ?? new Error('It was hung up.'));
    socket.on('error', fail);
    socket.on('close', () => fail());
  }

  static async open(origin: string): Promise<Line> {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return new Line(socket);
  }

  /** One request at a time. */
  send(
    method: string,
    path: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: unknown } = {},
  ): Promise<Reply> {
    const text = body === undefined ? '' : JSON.stringify(body);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    if (body !== undefined) lines.push('Content-Type: application/json\r\n');
    if (method !== 'GET') lines.push(`Content-Length: ${Buffer.byteLength(text)}\r\n`);
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(
        `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${lines.join('')}\r\n${text}`,
      );
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#received += chunk.length;
    this.#parts.push(chunk);
    if (this.#head === 0) this.#readHead();
    if (this.#head === 0 || !this.#isWhole(chunk)) return;
    const whole = Buffer.concat(this.#parts);
    const head = this.#head;
    const reply = {
      status: Number(whole.toString('latin1', 9, 12)),
      text: () => whole.toString('utf8', head),
    };
    this.#parts = [];
    this.#received = this.#head = this.#whole = 0;
    this.#waiting?.resolve(reply);
  }

  #isWhole(chunk: Buffer): boolean {
    if (this.#whole !== null) return this.#received >= this.#whole;
    this.#end = Buffer.concat([this.#end, chunk.subarray(-LAST_CHUNK.length)]);
    this.#end = this.#end.subarray(-LAST_CHUNK.length);
    return this.#end.equals(LAST_CHUNK);
  }

  #readHead(): void {
    const start = this.#parts.length === 1 ? this.#parts[0] : Buffer.concat(this.#parts);
    const end = start?.indexOf(END_OF_HEAD) ?? -1;
    if (!start || end < 0) return;
    this.#head = end + END_OF_HEAD.length;
    const head = start.toString('latin1', 0, end + 2);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    const isChunked = /\r\ntransfer-encoding: chunked/i.test(head);
    this.#whole = isChunked ? null : this.#head + Number(length ?? 0);
  }
}
