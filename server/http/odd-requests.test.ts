import { expect, test } from 'vitest';
import { newId } from '#contract/fields/ids.ts';
import { LIVE_PATH } from '#contract/live.ts';
import { ENDPOINTS } from '#server/openapi/operations.ts';
import { openOffice } from '#server/test/agency.ts';
import { Client } from '#server/test/client.ts';
import { onSqliteFirst } from '#server/test/database.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'];
/** Addresses beside those of the documented calls. */
const OTHERS = [
  '/',
  '/dashboard',
  '/%00',
  '//evil.example',
  '/api',
  '/api/',
  '/api/%',
  '/api/login',
  '/api/..%2f',
  '/api/__proto__',
  LIVE_PATH,
];
const QUERIES = [
  '',
  'since=1&since=2',
  'since[]=1',
  'since=%ED%A0%80',
  'since=0&epoch=%00',
  '&&&===',
  '%',
  '%ff=%ff',
  '__proto__=1&constructor[prototype]=1',
  `since=0&x=${'y'.repeat(6_000)}`,
];
const HEADERS: Record<string, string>[] = [
  {},
  { 'Idempotency-Key': `"${newId()}` },
  { 'Device-Time': '-1' },
  { 'Sent-For': '9'.repeat(400) },
  { 'Accept-Encoding': 'identity;q=0, br;q=x,,;' },
  { 'Accept-Language': ';;;,q=,*;q=-1' },
  { 'If-None-Match': '*' },
  { Range: 'bytes=0-1' },
  { Origin: 'null' },
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'X-Forwarded-For': 'x,,y' },
  { 'X-HTTP-Method-Override': 'DELETE' },
  { 'User-Agent': '\u00ff'.repeat(2_000) },
  { 'Content-Type': 'application/json;;;' },
  { 'Content-Encoding': 'gzip' },
];
const BODIES = [
  '',
  '{}',
  '[]',
  'null',
  '{',
  `${'['.repeat(5_000)}`,
  '{"__proto__":{"role":"admin"}}',
];
const EVERY_ANSWER = ['content-security-policy', 'x-content-type-options', 'x-request-id'];

onSqliteFirst('every address', ({ open }) => {
  test('V2.2.1 by every method, with whatever query, header and body, is answered, never with a 5xx', async () => {
    const { origin, admin, errors, application } = await openOffice(await open());
    const { id } = await application();
    const visitor = new Client(origin);
    const paths = [...new Set(ENDPOINTS.map(({ path }) => path)), ...OTHERS].map((path) =>
      path.replace(':id', path.includes('/applications') ? id : '1'),
    );
    let turn = 0;
    const next = <T>(list: readonly T[]): T => list[turn % list.length] as T;

    for (const path of paths) {
      const requests = METHODS.flatMap((method) =>
        [admin, visitor].map((who) => ({ method, who })),
      );
      const answers = requests.map(async ({ method, who }) => {
        turn += 1;
        // A stream has no end.
        if (path === LIVE_PATH && method === 'GET' && who === admin) return;
        const hasBody = !['GET', 'HEAD'].includes(method);
        const headers = next(HEADERS);
        const address = `${path}?${next(QUERIES)}`;
        const answer = await who.send(method, address, {
          headers,
          ...(hasBody && { body: next(BODIES) }),
        });
        await answer.text();
        const what = `${method} ${address.slice(0, 80)} ${JSON.stringify(headers).slice(0, 60)}`;
        expect(answer.status, what).toBeLessThan(500);
        for (const name of EVERY_ANSWER) expect(answer.headers.has(name), what).toBe(true);
        if (path.startsWith('/api/')) {
          expect(answer.headers.get('Cache-Control'), what).toBe('no-store');
        }
      });
      await Promise.all(answers);
    }
    expect(errors()).toEqual([]);
  });
});
