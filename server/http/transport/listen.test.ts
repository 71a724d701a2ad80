import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from './listen.ts';
import { STOPPING_SILENCE } from './track-calls.ts';

/** Serves answers that take `ms` after their head is made; `asked` resolves with the first request. */
async function slowServer(ms: number, head: Record<string, string> = {}) {
  let begin = () => {};
  const asked = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const door = await listen(
    (_request, response) => {
      begin();
      response.statusMessage = 'OK';
      for (const [name, value] of Object.entries(head)) response.setHeader(name, value);
      setTimeout(() => response.end('done'), ms);
    },
    { host: '127.0.0.1', port: 0, trustProxy: 0 },
  );
  onTestFinished(() => door.close(0));
  return { port: door.port, close: door.close, asked };
}

function open(port: number): Promise<{ socket: Socket; ended: Promise<string> }> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    socket.on('error', () => undefined);
    const ended = new Promise<string>((end) => {
      socket.on('close', () => end(text));
    });
    socket.on('connect', () => resolve({ socket, ended }));
  });
}

test('stopping lets calls in flight finish, on connections that were to be kept', async () => {
  const door = await slowServer(300);
  const busy = await open(door.port);
  busy.socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  const idle = await open(door.port);
  await door.asked;

  const start = Date.now();
  await door.close(30_000);

  expect(await busy.ended).toMatch(/^HTTP\/1\.1 200 OK.*Connection: close.*done/s);
  expect(await idle.ended).toBe('');
  expect(Date.now() - start).toBeLessThan(15_000);
  await expect(fetch(`http://127.0.0.1:${door.port}`)).rejects.toThrow();
});

test('stopping leaves a silent connection time for a call that is on its way', async () => {
  const door = await slowServer(0);
  const silent = await open(door.port);
  const start = performance.now();
  const closed = door.close(30_000);
  expect(await silent.ended).toBe('');
  // A timer may be a millisecond early.
  expect(performance.now() - start).toBeGreaterThan(STOPPING_SILENCE - 5);
  await closed;
});

test('stopping answers a call that arrives meanwhile when nobody can connect any more', async () => {
  const door = await slowServer(0);
  const late = await open(door.port);
  const closed = door.close(30_000);
  late.socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(late.socket, 'data');
  // Whoever is told to go elsewhere must not be reset on the way there.
  const next = connect(door.port, '127.0.0.1');
  const [refusal] = await once(next, 'error');
  expect(refusal).toMatchObject({ code: 'ECONNREFUSED' });
  expect(await late.ended).toMatch(/^HTTP\/1\.1 200 OK.*Connection: close.*done/s);
  await closed;
});

test('stopping cuts what takes longer than the grace', async () => {
  const door = await slowServer(20_000);
  const busy = await open(door.port);
  busy.socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await door.asked;
  const start = Date.now();
  await door.close(200);
  expect(Date.now() - start).toBeLessThan(10_000);
  expect(await busy.ended).toBe('');
});

test('V15.2.2 a caller who dawdles over the headers or says nothing is let go', async () => {
  const door = await slowServer(0);
  const start = Date.now();
  const dawdling = await open(door.port);
  dawdling.socket.write('GET / HTTP/1.1\r\n');
  const drip = setInterval(() => dawdling.socket.write('X: y\r\n'), 500);
  const silent = await open(door.port);

  expect(await dawdling.ended).toMatch(/^HTTP\/1\.1 408 .*nosniff/s);
  clearInterval(drip);
  expect(Date.now() - start).toBeLessThan(10_500);
  await silent.ended;
  expect(Date.now() - start).toBeLessThan(12_500);
});

test('a call that takes too long is a 503, and its connection is closed in good order', async () => {
  const door = await slowServer(20_000, { 'Content-Encoding': 'br' });
  const start = Date.now();
  const patient = await open(door.port);
  patient.socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  const answer = await patient.ended;
  expect(answer).toMatch(/^HTTP\/1\.1 503 Service Unavailable.*Retry-After: 2.*"not-ready"/s);
  // It is not compressed, whatever the handler had in mind.
  expect(answer).not.toMatch(/Content-Encoding/i);
  expect(Date.now() - start).toBeLessThan(12_500);
});

test('a port that is taken is an error with the system’s code', async () => {
  const door = await slowServer(0);
  await expect(
    listen(() => undefined, { host: '127.0.0.1', port: door.port, trustProxy: 0 }),
  ).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
