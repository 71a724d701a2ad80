import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { failureOf } from './failures.ts';
import { postgresAdapter, postgresPool } from './postgres.ts';

/** A message of the frontend/backend protocol, version 3: a letter, its length, its content. */
function message(letter: string, said: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(said.length + 4);
  return Buffer.concat([Buffer.from(letter), length, said]);
}

const AUTHENTICATED = message('R', Buffer.alloc(4));
const READY = message('Z', Buffer.from('I'));
const SHUT_DOWN = message('E', Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0'));

test('fault 7: a server that goes down in the moment in which it lets somebody in stops nobody', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    // In one piece: the error arrives before the connection has a user.
    socket.once('data', () => socket.end(Buffer.concat([AUTHENTICATED, READY, SHUT_DOWN])));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const pool = postgresPool(`postgres://nobody@127.0.0.1:${port}/none`);
  const adapter = await postgresAdapter(pool).connect();

  const thrown = await adapter.startTransaction().catch((error: unknown) => error);
  expect(failureOf(thrown)).toBe('unavailable');
  await adapter.dispose();
});
