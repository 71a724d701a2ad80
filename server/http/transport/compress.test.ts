import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openOffice } from '#server/test/agency.ts';
import { onSqlite } from '#server/test/database.ts';

/** An answer as it is on the wire. */
function rawAnswer(origin: string, path: string, headers: Record<string, string>) {
  return new Promise<{ headers: NodeJS.Dict<string | string[]>; body: Buffer }>((resolve) => {
    request(origin + path, { headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(parts) }));
    }).end();
  });
}

onSqlite('an answer of the API', ({ open }) => {
  test('is compressed as the caller can read it, when it is long', async () => {
    const { origin, admin, application } = await openOffice(await open());
    const get = (path: string, encoding: string) =>
      rawAnswer(origin, path, { Cookie: admin.cookie, 'Accept-Encoding': encoding });
    const path = '/api/applications?since=0';
    const short = await get(path, 'br');
    expect(short.headers['content-encoding']).toBeUndefined();
    expect(short.headers.vary).toMatch(/Accept-Encoding/);

    for (let n = 0; n < 20; n += 1) await application();
    const plain = await get(path, 'identity');
    expect(plain.headers['content-encoding']).toBeUndefined();
    const brotli = await get(path, 'gzip, deflate, br');
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.body)).toEqual(plain.body);
    const gzip = await get(path, 'gzip');
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.body)).toEqual(plain.body);
    expect(brotli.body.length).toBeLessThan(plain.body.length / 4);
    expect(brotli.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(brotli.headers['content-length']).toBe(String(brotli.body.length));
  });
});
