import { once } from 'node:events';
import { createServer } from 'node:net';
import { onTestFinished } from 'vitest';

/** Listens like a PostgreSQL server that refuses: each connection with the next of these codes, then with the last. */
export async function openRefusingPostgres(port: number, codes: readonly string[]): Promise<void> {
  let refused = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      const code = codes[Math.min(refused, codes.length - 1)];
      refused += 1;
      const fields = Buffer.from(`SFATAL\0C${code}\0MThe server says ${code}\0\0`);
      const head = Buffer.from('E\0\0\0\0');
      head.writeInt32BE(fields.length + 4, 1);
      socket.end(Buffer.concat([head, fields]));
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
}
