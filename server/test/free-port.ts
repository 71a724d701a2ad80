import { createServer } from 'node:net';

/** A free port of the loopback address. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready);
  });
  const address = server.address();
  await new Promise((closed) => {
    server.close(closed);
  });
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}
