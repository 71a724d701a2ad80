import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a PostgreSQL server that can swallow everything, without closing a connection. */
export interface BlackHole {
  /** The database's URL by this way. */
  url: string;
  /** From now on no byte arrives, in either direction, of old and new connections. */
  open(): void;
  /** New connections work again; those from before stay dead. */
  close(): void;
  stop(): void;
}

/** @param url of a database on a private server, which listens on a socket file only */
export async function digBlackHole(url: string): Promise<BlackHole> {
  const folder = new URL(url).searchParams.get('host') ?? '';
  const sockets = new Set<Socket>();
  let isOpen = false;
  const proxy = createServer((socket) => {
    const server = connect(`${folder}/.s.PGSQL.5432`);
    for (const end of [socket, server]) {
      sockets.add(end);
      end.on('error', () => undefined);
    }
    if (isOpen) return;
    socket.pipe(server);
    server.pipe(socket);
    socket.on('close', () => server.destroy());
    server.on('close', () => socket.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const through = new URL(url);
  through.searchParams.delete('host');
  through.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return {
    url: through.href,
    open: () => {
      isOpen = true;
      for (const socket of sockets) {
        socket.unpipe();
        socket.removeAllListeners('data');
        socket.pause();
      }
    },
    close: () => {
      isOpen = false;
    },
    stop: () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}
