import { EventEmitter } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { limitConnections } from './connection-limits.ts';
import { listen } from './listen.ts';

/** More than loopback connections keep in the system's buffers. */
const LARGE = Buffer.alloc(12_000_000, 'x');

const WITHIN = { timeout: 20_000 };

/** Answers `/large` by a large body, anything else by `ok`. */
const answer: RequestListener = (request, response) => {
  response.end(request.url === '/large' ? LARGE : 'ok');
};

async function serve(trustProxy = 0) {
  const door = await listen(answer, { host: '127.0.0.1', port: 0, trustProxy });
  onTestFinished(() => door.close(0));
  return door.port;
}

/** Connects, and sends `text`. Reads nothing if `isSlow`. */
function open(port: number, text: string, { isSlow = false, from = '127.0.0.1' } = {}) {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  if (isSlow) socket.pause();
  else socket.resume();
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  return new Promise<Socket>((resolve, reject) => {
    socket.once('connect', () => socket.write(text, () => resolve(socket)));
    socket.once('close', () => reject(new Error('The connection was refused.')));
  });
}

/** The whole answer to a call on a connection of its own; '' if it was cut. */
function call(port: number, headers = ''): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`GET / HTTP/1.1\r\nHost: a\r\n${headers}Connection: close\r\n\r\n`);
    });
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
}

/** How many of these connections were closed before a whole answer had arrived. */
async function closedAmong(sockets: readonly Socket[]): Promise<number> {
  await new Promise((read) => setImmediate(read));
  return sockets.filter(
    ({ destroyed, readableEnded, bytesRead }) =>
      (destroyed || readableEnded) && bytesRead < LARGE.length,
  ).length;
}

async function openMany(number: number, each: (n: number) => Promise<Socket>): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < number) {
    const group = Array.from({ length: Math.min(100, number - sockets.length) }, (_, n) =>
      each(sockets.length + n),
    );
    sockets.push(...(await Promise.all(group)));
  }
  return sockets;
}

test('4,300 half-open connections of one address keep nobody out: the oldest are closed for new ones', async () => {
  const port = await serve();
  const half = await openMany(4_300, () => open(port, 'GET / HTTP/1.1\r\nHost: a\r\n'));
  const answers = await Promise.all(Array.from({ length: 20 }, () => call(port)));
  expect(answers.filter((text) => text.startsWith('HTTP/1.1 200 OK'))).toHaveLength(20);
  await vi.waitUntil(async () => (await closedAmong(half)) >= 3_300, WITHIN);
  const [first, last] = [half.slice(0, 3_300), half.slice(-900)];
  expect(await closedAmong(first)).toBe(3_300);
  expect(await closedAmong(last)).toBe(0);
});

test('behind a proxy, whose connections all come from one address, only the common bound counts', async () => {
  const port = await serve(1);
  const half = await openMany(1_200, () => open(port, 'GET / HTTP/1.1\r\nHost: a\r\n'));
  expect(await call(port)).toMatch(/^HTTP\/1.1 200 OK/);
  expect(await closedAmong(half)).toBe(0);
});

/** A server without a network: thousands of real connections take seconds, and grow old meanwhile. */
function countOnly(trustProxy: number) {
  const server = new EventEmitter();
  limitConnections(server as Server, trustProxy);
  onTestFinished(() => void server.emit('close'));
  return {
    connect(remoteAddress: string) {
      const socket = Object.assign(new EventEmitter(), {
        remoteAddress,
        destroyed: false,
        destroy() {
          socket.destroyed = true;
          socket.emit('close');
        },
      });
      server.emit('connection', socket);
      return socket;
    },
    /** A call has arrived on the connection: all of it, or its begin. */
    ask(socket: EventEmitter, { complete }: { complete: boolean }) {
      const request = { socket, complete, headers: {} };
      server.emit('request', request, Object.assign(new EventEmitter(), { req: request }));
    },
  };
}

test('of 4,000 connections in all, the oldest one that waits for its caller is closed for a new one', () => {
  const { connect, ask } = countOnly(1);
  const open = Array.from({ length: 4_000 }, (_, n) => connect(`10.0.${n >> 8}.${n & 255}`));
  for (const socket of open.slice(0, 2)) ask(socket, { complete: true });
  for (const socket of open.slice(2, 4)) ask(socket, { complete: false });
  open.push(connect('10.1.0.1'), connect('10.1.0.2'));
  const closed = open.flatMap(({ destroyed }, n) => (destroyed ? [n] : []));
  expect(closed).toEqual([2, 3]);
});

test('of 1,000 connections of one address none that is being answered is closed: the new one is', () => {
  const { connect, ask } = countOnly(0);
  const open = Array.from({ length: 1_000 }, () => connect('10.0.0.1'));
  for (const socket of open) ask(socket, { complete: true });
  const other = connect('10.0.0.2');
  expect(connect('10.0.0.1').destroyed).toBe(true);
  expect([...open, other].filter(({ destroyed }) => destroyed)).toEqual([]);
});

/** Lets the server's clock go on; its connections stay real. */
function fakeServerTime(): void {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
}

test('more than 30 slow readers of one address are closed after 15 s, and those of another one go on', async () => {
  fakeServerTime();
  const port = await serve();
  const ask = 'GET /large HTTP/1.1\r\nHost: a\r\n\r\n';
  const slow = await openMany(31, () => open(port, ask, { isSlow: true }));
  const phone = await open(port, ask, { isSlow: true, from: '127.0.0.2' });
  expect(await call(port)).toMatch(/ok$/);

  vi.advanceTimersByTime(14_000);
  for (const socket of slow) socket.read(1_000);
  expect(await closedAmong(slow)).toBe(0);
  vi.advanceTimersByTime(2_000);
  for (const socket of slow) socket.resume();
  await vi.waitUntil(async () => (await closedAmong(slow)) === 31, WITHIN);

  let read = 0;
  const whole = new Promise<void>((resolve) => {
    phone.on('data', (chunk) => {
      read += chunk.length;
      if (read > LARGE.length) resolve();
    });
  });
  phone.resume();
  await whole;
});

test('slow readers behind a proxy are counted by the address that it reports', async () => {
  fakeServerTime();
  const port = await serve(1);
  const ask = (address: string) =>
    open(port, `GET /large HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${address}\r\n\r\n`, {
      isSlow: true,
    });
  const one = await openMany(31, (n) => ask(`2001:db8::${n}`));
  const other = await openMany(30, () => ask('203.0.113.7:1234'));
  expect(await call(port)).toMatch(/ok$/);
  vi.advanceTimersByTime(16_000);
  for (const socket of one) socket.resume();
  await vi.waitUntil(async () => (await closedAmong(one)) === 31, WITHIN);
  expect(await closedAmong(other)).toBe(0);
});

test('more than 100 slow readers in all are closed after 15 s, from wherever they come', async () => {
  fakeServerTime();
  const port = await serve();
  const slow = await openMany(101, (n) =>
    open(port, 'GET /large HTTP/1.1\r\nHost: a\r\n\r\n', {
      isSlow: true,
      from: `127.0.0.${2 + (n % 4)}`,
    }),
  );
  expect(await call(port)).toMatch(/ok$/);
  vi.advanceTimersByTime(16_000);
  for (const socket of slow) socket.resume();
  await vi.waitUntil(async () => (await closedAmong(slow)) === 101, WITHIN);
});

test('a reader that stops reading is let go within 20 s, also if it is the only one', async () => {
  let close = () => {};
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });
  const door = await listen(
    (_request, response) => {
      response.on('close', close);
      response.end(LARGE);
    },
    { host: '127.0.0.1', port: 0, trustProxy: 0 },
  );
  onTestFinished(() => door.close(0));
  const start = Date.now();
  await open(door.port, 'GET /large HTTP/1.1\r\nHost: a\r\n\r\n', { isSlow: true });
  await closed;
  expect(Date.now() - start).toBeLessThan(20_000);
});
