import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A free port of the loopback address, below those that the system itself gives out (from 32,768 on Linux):
 * no other connection takes it before the caller does.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(11_000, 32_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
