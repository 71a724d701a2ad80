import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Speed of a connection; a missing value means no limit. */
export interface LinkSpeed {
  /** Milliseconds of a round trip; a new connection costs one before its first byte. */
  roundTrip?: number;
  /** kbit/s, shared by all connections of the link. */
  down?: number;
  up?: number;
}

/** A crowded stadium's network. */
export const EVENT: LinkSpeed = { roundTrip: 400, down: 400, up: 400 };
/** What Lighthouse calls mobile (slow 4G). */
export const MOBILE: LinkSpeed = { roundTrip: 150, down: 1_638, up: 675 };
/** A phone's connection in the comparison with other systems. */
export const PHONE: LinkSpeed = { roundTrip: 100, down: 4_000, up: 4_000 };
/** No delay; bytes are only counted. */
export const LOOPBACK: LinkSpeed = {};

/** About one packet: small enough that connections share the link fairly. */
const SLICE = 1_400;
/** Bytes that may wait in one direction of a connection before its sender is held back. */
const WINDOW = 256 * 1_024;

/**
 * A connection of a given speed: a TCP proxy, so that the service worker, every tab and every connection
 * share it, as on a phone.
 */
export class Link {
  /** Where the browser reaches the server. */
  readonly origin: string;
  /** The server's port on the loopback address. */
  target = 0;
  /** Bytes on the wire so far, headers included. */
  down = 0;
  up = 0;
  /** Called with what reaches the server, as text, when it reaches it. */
  onArrival: (text: string) => void = () => undefined;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #ways = { down: new Way(), up: new Way() };
  #roundTrip = 0;

  private constructor(server: Server) {
    this.#server = server;
    this.origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    server.on('connection', (near) => this.#lead(near));
  }

  /** Listens on a free port. Leads nowhere before `target` is set. */
  static async open(speed: LinkSpeed = LOOPBACK): Promise<Link> {
    const server = createServer({ noDelay: true, allowHalfOpen: true });
    await new Promise<void>((ready) => {
      server.listen(0, '127.0.0.1', ready);
    });
    const link = new Link(server);
    link.setSpeed(speed);
    return link;
  }

  setSpeed({ roundTrip = 0, down, up }: LinkSpeed): void {
    this.#roundTrip = roundTrip;
    Object.assign(this.#ways.down, { delay: roundTrip / 2, speed: bytesPerMs(down) });
    Object.assign(this.#ways.up, { delay: roundTrip / 2, speed: bytesPerMs(up) });
  }

  #lead(near: Socket): void {
    const far = connect({
      port: this.target,
      host: '127.0.0.1',
      noDelay: true,
      allowHalfOpen: true,
    });
    this.#keep(near, far);
    this.#ways.up.carry(near, far, (bytes) => {
      this.up += bytes.length;
      this.onArrival(bytes.toString('latin1'));
    });
    this.#ways.down.carry(far, near, (bytes) => {
      this.down += bytes.length;
    });
    // Until the handshake is over no request can leave.
    near.pause();
    setTimeout(() => near.resume(), this.#roundTrip);
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((closed) => {
      this.#server.close(closed);
    });
  }

  #keep(near: Socket, far: Socket): void {
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(one);
      one.on('error', () => one.destroy());
      one.on('close', () => {
        this.#sockets.delete(one);
        other.destroySoon();
      });
    }
  }
}

function bytesPerMs(kilobits = Number.POSITIVE_INFINITY): number {
  return kilobits / 8;
}

/** One direction of a link: a queue that empties at its speed, and a delay. */
class Way {
  /** Delay of a byte, in ms. */
  delay = 0;
  /** Bytes a millisecond. */
  speed = Number.POSITIVE_INFINITY;
  /** performance.now() at which everything queued has left. */
  #busyUntil = 0;
  readonly #queue: { due: number; act: () => void }[] = [];
  #timer: NodeJS.Timeout | undefined;

  carry(from: Socket, to: Socket, onArrival: (bytes: Buffer) => void): void {
    let waiting = 0;
    from.on('data', (chunk) => {
      for (let at = 0; at < chunk.length; at += SLICE) {
        const slice = chunk.subarray(at, at + SLICE);
        waiting += slice.length;
        this.#later(slice.length, () => {
          waiting -= slice.length;
          if (waiting < WINDOW / 2 && from.isPaused()) from.resume();
          if (to.destroyed) return;
          onArrival(slice);
          to.write(slice);
        });
      }
      if (waiting > WINDOW) from.pause();
    });
    from.on('end', () => this.#later(0, () => to.end()));
  }

  #later(bytes: number, act: () => void): void {
    const start = Math.max(performance.now(), this.#busyUntil);
    this.#busyUntil = start + bytes / this.speed;
    this.#queue.push({ due: this.#busyUntil + this.delay, act });
    if (this.#timer === undefined) this.#empty();
  }

  /** Keeps the order of bytes, independent of timers. */
  readonly #empty = (): void => {
    this.#timer = undefined;
    for (let first = this.#queue[0]; first; first = this.#queue[0]) {
      const wait = first.due - performance.now();
      if (wait > 0.5) {
        this.#timer = setTimeout(this.#empty, wait);
        return;
      }
      this.#queue.shift();
      first.act();
    }
  };
}
