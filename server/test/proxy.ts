import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ClientHttp2Session } from 'node:http2';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './free-port.ts';

export type ProxyName = 'nginx' | 'caddy';

/** Where a proxy listens, and what it proves itself with. */
export interface Address {
  httpsPort: number;
  httpPort: number;
  folder: string;
}

export interface Proxy {
  /** Of the certificate for "localhost", in PEM. */
  certificate: string;
  /** What it has written to its output. */
  said(): string;
  /** Its log of requests; '' if it keeps none. */
  logged(): string;
  stop(): Promise<void>;
}

/** Ports and a folder for a proxy, which needs `SITE_URL=https://localhost:<httpsPort>`. */
export async function reserveAddress(): Promise<Address> {
  const folder = mkdtempSync(join(tmpdir(), 'proxy-'));
  return { httpsPort: await freePort(), httpPort: await freePort(), folder };
}

/**
 * Starts a proxy by the file of server/deploy, changed in its name, ports and certificate only, in front of
 * servers at these ports of the loopback address.
 */
export async function startProxy(
  name: ProxyName,
  address: Address,
  servers: readonly number[],
): Promise<Proxy> {
  const { folder, httpsPort } = address;
  makeCertificate(folder);
  const [command, ...args] = name === 'nginx' ? nginx(address, servers) : caddy(address, servers);
  const child = spawn(command, args, {
    env: { PATH: '/usr/sbin:/usr/local/bin:/usr/bin', HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  while (!(await accepts(httpsPort))) {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${said}`);
    await pause(20);
  }
  return {
    certificate: readFileSync(join(folder, 'certificate.pem'), 'utf8'),
    said: () => said,
    logged: () => {
      const file = join(folder, 'access.log');
      return existsSync(file) ? readFileSync(file, 'utf8') : '';
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function nginx(address: Address, servers: readonly number[]): [string, ...string[]] {
  const { folder, httpPort, httpsPort } = address;
  const site = changed('nginx.conf', [
    [
      /^\s*server 127\.0\.0\.1:3000(.*)$/m,
      servers.map((port) => `server 127.0.0.1:${port}$1`).join('\n'),
    ],
    [/agency\.example(?=;)/g, 'localhost'],
    [/listen 80;/, `listen 127.0.0.1:${httpPort};`],
    [/listen 443 /, `listen 127.0.0.1:${httpsPort} `],
    // A machine may have no IPv6.
    [/listen \[::\].*;/g, ''],
    [/\/etc\/letsencrypt\/live\/agency\.example\/fullchain\.pem/, join(folder, 'certificate.pem')],
    [/\/etc\/letsencrypt\/live\/agency\.example\/privkey\.pem/, join(folder, 'key.pem')],
    [/root \/var\/www\/html/, `root ${folder}`],
    [/\/var\/log\/nginx\/access\.log/g, join(folder, 'access.log')],
  ]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  );
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; ${user} pid ${join(folder, 'pid')}; error_log stderr; worker_processes 1;
     events {} http { ${temporary.join(' ')} ${site} }`,
  );
  return ['nginx', '-c', file, '-p', folder, '-e', 'stderr'];
}

function caddy(address: Address, servers: readonly number[]): [string, ...string[]] {
  const { folder, httpPort, httpsPort } = address;
  const file = join(folder, 'Caddyfile');
  const files = `${join(folder, 'certificate.pem')} ${join(folder, 'key.pem')}`;
  const site = changed('Caddyfile', [
    [/^\{$/m, `{\nadmin off\nhttp_port ${httpPort}\nhttps_port ${httpsPort}\nskip_install_trust`],
    [/^agency\.example \{$/m, `localhost {\nbind 127.0.0.1\ntls ${files}`],
    [/\{\$AGENCY:127\.0\.0\.1:3000\}/g, servers.map((port) => `127.0.0.1:${port}`).join(' ')],
  ]);
  writeFileSync(file, site);
  return ['caddy', 'run', '--config', file, '--adapter', 'caddyfile'];
}

/** A file of this folder; each pattern must be in it. */
function changed(name: string, changes: readonly (readonly [RegExp, string])[]): string {
  return changes.reduce(
    (text, [pattern, replacement]) => {
      if (!text.match(pattern)) throw new Error(`${name} has no ${pattern}.`);
      return text.replace(pattern, replacement);
    },
    readFileSync(join(import.meta.dirname, '../deploy', name), 'utf8'),
  );
}

/** Writes `certificate.pem` and `key.pem` of localhost into a folder. */
export function makeCertificate(folder: string): void {
  const options = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -batch';
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', 'key.pem', '-out', 'certificate.pem'];
  execFileSync('openssl', ['req', ...options.split(' '), ...name, ...files], {
    cwd: folder,
    stdio: 'ignore',
  });
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  text: string;
}

/** Makes a call on a connection to a proxy; a body is JSON. */
export async function call(
  session: ClientHttp2Session,
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  const json = body !== undefined && { 'content-type': 'application/json' };
  const stream = session.request({ ':method': method, ':path': path, ...json, ...headers });
  // A proxy may answer a huge body before it has read it all.
  stream.on('error', () => undefined);
  stream.end(body);
  const [answered]: Record<string, unknown>[] = await once(stream, 'response');
  let text = '';
  for await (const chunk of stream) text += chunk;
  return { status: Number(answered?.[':status']), headers: answered ?? {}, text };
}
