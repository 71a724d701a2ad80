import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { type PassedRequest, RequestReader } from './http-requests.ts';

/**
 * What the tunnel does to a connection. The browser never hears that it is offline:
 * `open` passes everything; `drop` cuts every connection; `stall` accepts and never answers;
 * `lose-answers` lets requests reach the server and cuts the connection when it answers;
 * `hold` keeps answers back, without cutting anything, until the mode changes to `open`;
 * `portal-page` answers everything itself with 200 and a page, `portal-redirect` with a redirect to
 * one, as the WLAN of a hotel does.
 */
export type TunnelMode =
  | 'open'
  | 'drop'
  | 'stall'
  | 'lose-answers'
  | 'hold'
  | 'portal-page'
  | 'portal-redirect';

const PAGE = '<!doctype html><title>WLAN</title><h1>Welcome to the hotel</h1>';
const PORTAL: Partial<Record<TunnelMode, string>> = {
  'portal-page': `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${PAGE.length}\r\nConnection: close\r\n\r\n${PAGE}`,
  'portal-redirect':
    'HTTP/1.1 302 Found\r\nLocation: /hotel-login\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
};

/** A TCP proxy between the browser and the server, whose mode a journey changes as it goes. */
export class Tunnel {
  mode: TunnelMode = 'open';
  /** Connections that were accepted and left without an answer. */
  stalled = 0;
  /** The paths of the requests that a portal has answered since the journey began. */
  readonly diverted: string[] = [];
  /** Every request with changes reaches the server twice, at the same moment. */
  doubles = false;
  /**
   * How many bytes of each of the next answers to requests with changes come through before the
   * connection is reset. Once the list is used up, answers come whole.
   */
  cuts: number[] = [];
  /** After so many requests with changes the mode becomes `hold`. */
  holdsAt = Number.POSITIVE_INFINITY;
  /** The requests with changes that reached the server since the journey began. */
  readonly writes: PassedRequest[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #held = new Set<() => void>();

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Listens on a free port of the loopback address and leads to `targetPort()`. */
  static async dig(targetPort: () => number): Promise<Tunnel> {
    const server = createServer({ pauseOnConnect: true });
    const tunnel = new Tunnel(server);
    server.on('connection', (socket) => tunnel.#lead(socket, targetPort()));
    await new Promise<void>((ready) => {
      server.listen(0, '127.0.0.1', ready);
    });
    return tunnel;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The keys of all changes that were sent, repeated as often as they were sent. */
  get keys(): string[] {
    return this.writes.flatMap(({ keys }) => keys);
  }

  /** Changes the mode and cuts open connections, unless the new mode needs them. */
  enter(mode: TunnelMode): void {
    const before = this.mode;
    this.mode = mode;
    if (mode === 'lose-answers' || mode === 'hold') return;
    if (before === 'hold' && mode === 'open') {
      for (const release of this.#held) release();
      this.#held.clear();
      return;
    }
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Returns to the state before any journey. */
  reset(): void {
    this.enter('drop');
    this.enter('open');
    this.doubles = false;
    this.cuts = [];
    this.holdsAt = Number.POSITIVE_INFINITY;
    this.writes.length = 0;
    this.diverted.length = 0;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((closed) => {
      this.#server.close(closed);
    });
  }

  #lead(near: Socket, port: number): void {
    this.#keep(near);
    if (this.mode === 'drop') {
      near.destroy();
      return;
    }
    near.resume();
    if (this.mode === 'stall') {
      this.stalled += 1;
      return;
    }
    const portal = PORTAL[this.mode];
    if (portal !== undefined) {
      near.once('data', (chunk) => {
        this.diverted.push(chunk.toString('latin1').split(' ', 2)[1] ?? '');
        near.end(portal);
      });
      return;
    }

    const far = connect(port, '127.0.0.1');
    this.#keep(far);
    const requests = new RequestReader();
    let left = Number.POSITIVE_INFINITY;
    near.on('data', (chunk) => {
      for (const request of requests.read(chunk)) {
        if (request.keys.length === 0) continue;
        this.writes.push(request);
        if (this.writes.length === this.holdsAt) this.enter('hold');
        left = this.cuts.shift() ?? Number.POSITIVE_INFINITY;
        if (this.doubles) this.#again(request, port);
      }
      far.write(chunk);
    });
    far.on('data', (chunk) => {
      if (this.mode === 'lose-answers') {
        near.destroy();
        far.destroy();
        return;
      }
      const pass = () => {
        near.write(chunk.subarray(0, left));
        left -= chunk.length;
        if (left <= 0) near.end(() => near.resetAndDestroy());
      };
      if (this.mode === 'hold') this.#held.add(pass);
      else if (this.mode === 'open') pass();
    });
    near.on('end', () => far.end());
    far.on('end', () => near.end());
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  }

  /** Sends the request once more on another connection; its answer goes nowhere. */
  #again({ bytes }: PassedRequest, port: number): void {
    const other = connect(port, '127.0.0.1', () => other.write(bytes));
    this.#keep(other);
    other.once('data', () => other.destroy());
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#sockets.delete(socket));
  }
}
