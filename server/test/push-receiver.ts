import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Reminder, Reminders } from '#contract/reminders/reminders.ts';
import { makeCertificate } from '#server/test/proxy.ts';

/** What a push service got for a device. */
export interface Received {
  /** The device's path. */
  path: string;
  headers: IncomingHttpHeaders;
  /** As the device reads it, and as it travels. */
  reminder: Reminder;
  body: Buffer;
}

/** A push service with devices of its own: it checks the sender, and reads what only the device can read. */
export interface PushReceiver {
  origin: string;
  /** The file of the certificate of its authority. */
  caFile: string;
  received: Received[];
  /** What it answers from now on. */
  answer: { status: number; headers?: Record<string, string> };
  /** A new device. */
  subscribe(name: string): Reminders['subscription'];
  close(): Promise<void>;
}

export async function openPushReceiver(): Promise<PushReceiver> {
  const folder = mkdtempSync(join(tmpdir(), 'push-'));
  makeCertificate(folder);
  const devices = new Map<string, { ecdh: ECDH; auth: Buffer }>();
  const received: Received[] = [];
  const server = createServer(
    {
      key: readFileSync(join(folder, 'key.pem')),
      cert: readFileSync(join(folder, 'certificate.pem')),
    },
    async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const body = Buffer.concat(chunks);
      const { url: path = '', headers } = request;
      const device = devices.get(path);
      if (!device || !isSigned(headers.authorization ?? '', receiver.origin)) {
        response.writeHead(device ? 403 : 404).end();
        return;
      }
      const { status, headers: answered } = receiver.answer;
      if (status === 201) {
        const reminder = JSON.parse(decrypt(body, device)) as Reminder;
        received.push({ path, headers, reminder, body });
      }
      response.writeHead(status, answered).end();
    },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: PushReceiver = {
    origin: `https://localhost:${(server.address() as AddressInfo).port}`,
    caFile: join(folder, 'certificate.pem'),
    received,
    answer: { status: 201 },
    subscribe(name) {
      const ecdh = createECDH('prime256v1');
      const auth = randomBytes(16);
      const p256dh = ecdh.generateKeys('base64url');
      devices.set(`/${name}`, { ecdh, auth });
      const keys = { p256dh, auth: auth.toString('base64url') };
      return { endpoint: `${receiver.origin}/${name}`, keys };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return receiver;
}

/** VAPID (RFC 8292): a token for this service, signed by the key that it names. */
function isSigned(authorization: string, origin: string): boolean {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  if (point.length !== 65) return false;
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  );
  const jwk = { kty: 'EC', crv: 'P-256', x: String(x), y: String(y) };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  return (
    verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    ) &&
    aud === origin &&
    exp * 1_000 > Date.now() &&
    /^(https:\/\/|mailto:)/.test(sub)
  );
}

/** RFC 8291 and RFC 8188, one record. */
function decrypt(body: Buffer, { ecdh, auth }: { ecdh: ECDH; auth: Buffer }): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32));
  const part = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, length));
  const open = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12));
  open.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([open.update(sealed.subarray(0, -16)), open.final()]);
  // The last record ends with 2 and zeros.
  return plain.subarray(0, plain.lastIndexOf(2)).toString();
}
