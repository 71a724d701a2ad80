import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { onSqlite } from '#server/test/database.ts';
import { serveApp } from '#server/test/listen.ts';

/** The status line and the body of a call with these lines of headers. */
function call(port: number, path: string, headers: readonly string[], version = '1.1') {
  return new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      const lines = [`GET ${path} HTTP/${version}`, ...headers, 'Connection: close', '', ''];
      socket.write(lines.join('\r\n'));
    });
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    socket.on('close', () => resolve(text));
  });
}

onSqlite('a call', ({ open }) => {
  test('is answered for the host of the site and the loopback, with any port, and for no other', async () => {
    const { port } = await serveApp(await open(), { siteUrl: 'https://agency.test' });
    const statusFor = async (host: string, path = '/api/auth/user') =>
      Number((await call(port, path, [`Host: ${host}`])).slice(9, 12));
    for (const host of [
      'agency.test',
      'AGENCY.test:443',
      'agency.test.',
      'agency.test:8443',
      'localhost',
      `127.0.0.1:${port}`,
      '127.9.9.9',
      '[::1]:3000',
    ]) {
      expect(await statusFor(host), host).toBe(401);
    }
    for (const host of [
      'evil.example',
      'agency.test.evil.example',
      'evil.agency.test',
      'localhost.evil.example',
      '10.0.0.7:3000',
      '[2001:db8::1]',
      'agency.test, evil.example',
      'agency.test@evil.example',
      'evil.example/agency.test',
      '%61gency.test',
    ]) {
      expect(await statusFor(host), host).toBe(421);
      expect(await statusFor(host, '/'), host).toBe(421);
    }
    expect(await statusFor('agency.test', 'http://evil.example/api/auth/user')).toBe(421);
    expect(await statusFor('agency.test', 'http://agency.test/api/auth/user')).toBe(401);
    const refused = await call(port, '/api/auth/user', ['Host: evil.example']);
    expect(refused).toMatch(
      /nosniff.*"This site is at https:\/\/agency.test.","code":"wrong-host"/s,
    );
  });

  test('by a probe is answered under any host', async () => {
    const { port } = await serveApp(await open(), { siteUrl: 'https://agency.test' });
    for (const path of ['/api/health', '/api/ready']) {
      expect(await call(port, path, ['Host: 10.0.0.7:3000'])).toMatch(/^HTTP\/1.1 20/);
    }
    expect(await call(port, '/api/health', [], '1.0')).toMatch(/^HTTP\/1.1 20/);
  });

  test('with two hosts is a 400, also with the same one twice', async () => {
    const { port } = await serveApp(await open(), { siteUrl: 'https://agency.test' });
    for (const second of ['evil.example', 'agency.test']) {
      const answer = await call(port, '/api/health', ['Host: agency.test', `host: ${second}`]);
      expect(answer).toMatch(/^HTTP\/1.1 400 .*nosniff.*"code":"invalid-input"/s);
    }
    expect(await call(port, '/api/health', [])).toMatch(/^HTTP\/1.1 400 /);
  });
});
