import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * What the way to the server does to a connection. The browser never hears that it is offline:
 * `open` passes all; `drop` cuts every connection; `stall` accepts and says nothing;
 * `lose-answers` lets requests reach the server and cuts the connection when it answers.
 */
export type TunnelMode = 'open' | 'drop' | 'stall' | 'lose-answers';

/** A TCP proxy between the browser and the server, whose mode a journey changes as it goes. */
export class Tunnel {
  mode: TunnelMode = 'open';
  /** How many answers were lost since the tunnel was dug. */
  lost = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

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

  /** Changes the mode; connections that are open do not survive it, as in a real tunnel. */
  enter(mode: TunnelMode): void {
    this.mode = mode;
    if (mode === 'lose-answers') return;
    for (const socket of this.#sockets) socket.destroy();
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
    if (this.mode === 'stall') return;

    const far = connect(port, '127.0.0.1');
    this.#keep(far);
    near.pipe(far);
    far.on('data', (chunk) => {
      if (this.mode === 'lose-answers') {
        this.lost += 1;
        near.destroy();
        far.destroy();
      } else if (this.mode === 'open') near.write(chunk);
    });
    far.on('end', () => near.end());
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#sockets.delete(socket));
  }
}
